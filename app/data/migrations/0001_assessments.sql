-- Answers to the Pre-LOI assessment (specification section 3). The rules that must never break stand here too.
create table pre_loi_assessments (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) between 3 and 254),
  phone text not null check (char_length(phone) between 1 and 40),
  q1 text not null check (q1 in ('panic', 'mostly', 'ready')),
  q2 text not null check (q2 in ('cpa', 'talked', 'structured')),
  q3 text not null check (q3 in ('noclue', 'discussed', 'documented')),
  q4 text not null check (q4 in ('havent', 'family', 'mapped')),
  q5 text not null check (q5 in ('guessed', 'estimate', 'formal')),
  q6 text not null check (q6 in ('piece', 'good', 'ready')),
  q7 text not null check (q7 in ('taxes', 'family', 'legacy')),
  score smallint not null check (score between 7 and 21),
  score_level text not null,
  created_at timestamptz(3) not null default now(),
  -- Which wording the person answered.
  question_set_version text not null,
  -- The unguessable part of the result's address.
  result_key text not null unique,
  -- Digest of the Idempotency-Key that came with it, where one came.
  submission_key text unique,
  -- Digest of the normalised body: the same one within ten minutes is the same submission.
  fingerprint text not null,
  constraint pre_loi_assessments_level_fits_score check (
    score_level = case
      when score <= 10 then 'Early Stage'
      when score <= 16 then 'Making Progress'
      else 'Exit Ready'
    end
  )
);

create index pre_loi_assessments_newest_first on pre_loi_assessments (created_at desc, id desc);
create index pre_loi_assessments_fingerprint on pre_loi_assessments (fingerprint, created_at desc);
