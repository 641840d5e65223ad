import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { filesBelow, readSource } from "#tests/fences/source-files.ts";

/** SHA-256 of each merged migration. Databases store these digests, and a server refuses to start if a file differs, even by a comment. */
const digests: Readonly<Record<string, string>> = {
  "0001_assessments.sql": "f16e6636263d9a11d34263f47c406206dcad7f0da53093fa4e2f710dcb8049dd",
  "0002_identity.sql": "a862a82c98fdc396b4a8e22631b8c1a19a7e86522e9b87bbd6441fa2e6b385cb",
  "0003_letters.sql": "6d8b62e876abdee05e8e75658245364aed73b5e395b03a78b32cd0a094cd0f65",
  "0004_letters_leave.sql": "9ceac0b3ea39fc726066c6c5d842d21c71b65f20759f6ebd6d2515945b06bc2b",
  "0005_live_events.sql": "2435f739cf26b1e02906825e6086c3643cfc7d2a090a51f03d02610756c570b2",
  "0006_visits_and_abuse.sql": "faa513346f1f15eab17a86aa1f2b73ae46ab07dcbca2584b4e2a9ff7a88999ca",
  "0007_the_door.sql": "5838218a015f34e34f3fe7e0c4036c9bf078e534b10f53260c9912514c54bebe",
  "0008_the_desk.sql": "b8a5d0a3ec763763715086743e9f0925094c3e190ddfec9fd9d20a50ad75000a",
  "0009_mailbox_confirmation.sql": "8480931829a67b1f9df19ae88da2fd12ea716e1a4b54aff15212bd5b522bead1",
  "0010_consent_per_person.sql": "0fcd0a4e18b4599d0e5a07bcd961e106927442f57dde46dee2818c20914fc226",
  "0011_password_length_and_second_factor_rules.sql":
    "d28104392c899c4c133ca816fa35fadc143b27584deb34e26a83e05ee27e2a8e",
  "0012_results_and_rewrites.sql": "9656f517d59220726e135636a5b50d79bda20300bec0a26b17aebf48f6e7b7d3",
  "0013_clock_checks.sql": "26d6dfd35136b69883b6338decd0b0da7db0c3a216d1d48aefe3eb89d4b63652",
  "0014_readiness_probes.sql": "0458604c6a27eb2a06f17f02079f66a94b86e09d77e05ef981af2e72036077c4",
  "0015_unconfirmed_mailboxes.sql": "53b169faf4111b3a3649a7c32930748140322a0329a69c400be1eff37c83f91e",
  "0016_refused_clock_periods.sql": "3916d1cd273ada048f9f82f174544714dc064057b1c845e5d51168bd6a460350",
  "0017_fair_delivery.sql": "34cf19dda8aa5f86897cf13dc28be6d771c7de7f33cf1298ca1c354fcdb32c7a",
  "0018_mailbox_of_each_place.sql": "067dad1cc03d8c556bae41031191e5ab0cb5d2de6e31a8a0340d1cf93e629af5",
  "0019_authenticator_setups.sql": "acbee109ffc448cc454d7d042762f74e24d480e0dd4997748eee79f369ba0c20",
  "0020_times_before_the_last_check.sql": "c96d68e5dff3286c4c0ab78002d876886e37fedffa6fb6ff52f32e044443fda3",
  "0021_audit_events_without_subject.sql": "891eefbacc32beda0820d0828b35cf5a7459b40487242e823dcc667663b41cb4",
  "0022_people.sql": "298b4eb338a3d3061dd5433269937bb7b0ea6d5aa69bd8270198c6d626e4389a",
  "0023_facts_of_people.sql": "a4a0f0320f6a25a7e559e336e8977eaa4e6d56b8b28b789a50842d2aa7e82e4b",
  "0024_consent_and_order_of_people.sql": "afbd21ec3ac4e7ed612784160978bf9c426ffaff14a37d76a03797dfe41252d7",
  "0025_sources.sql": "cdf808e26d7955c4a2dbbae38309b3d145bf4b0a23fbabce77dfc90bc5be54b3",
  "0026_staff_preferences.sql": "2744409c9a9171fe54940fddc8e23f22b715a55009a18542189cbf1a2b68b236",
  "0027_audit_events_without_addresses_of_leads.sql":
    "4a8386d30175aaac793216577e42cdeeb6fd94264ac1f93cde6198c51b3e7a89",
  "0028_person_merges.sql": "f0b6314fd0504ade75372d39da9af1c184e6939bf38bea2a28deafaedb51415b",
  "0030_names_of_erased_sources.sql": "1d3015c957e716db71fd108d3e8e0e1b373023a05b3b803970a94ca30d678954",
  "0031_bookings.sql": "2338c6513715fdf2c46575b252626959c0ac5f2fa7d2e4c71e331cbef374c779",
  "0033_alerts_and_digests.sql": "923d3a477d7f9a5387c860ce7e331f632bbcd43a40a28838ca8f3e4a59c83560",
  "0034_limits_of_invented_sources.sql": "44cfe72ca3ff7f6e40186be797b1893ddb3e2e8d6a4b93fa2cd8829f0f445745",
  "0035_hosts_and_topics_of_an_event.sql": "2ca9f5de6cc533b42f4841f7aed2169a25b41e917325220ad61a885a51d6c436",
  "0036_order_of_the_waiting_list.sql": "1211360712ca4f1f9169a09369cbb7b7449b04b383353196a7b376a4f7f157dd",
  "0037_event_messages.sql": "fe91a7dbc38efdd37ee2d86ed92ab4e6f71f57e69054143346b4b936c0be10db",
  "0038_undeliverable_addresses.sql": "539a4ff6292c17c04de7f0790b4667d7f8e0a1f5221a237b96bf31bc42453743",
  "0045_archive.sql": "72400054fb2cd4e0ae430445956f25514aa6d61453286688031d29362c4e3802",
  "0046_sound_facts_of_people.sql": "0a63ff57762a5212799a485f87ba346e7b313485d6e4c1637b009daf885b2571",
  "0047_limits_of_stored_names.sql": "02dc72901e47dffce3315a4004fdc220ec8dc44284eb50bc49cbe1716738c468",
  "0048_lead_rotation.sql": "d004a5159bef66950fb3acefab9ca19f24558645fdc7319f9cda1ae1596a1614",
  "0049_submissions_of_addresses.sql": "123fe1bc7e26f9160dcbd8784ea0b5b07e8a58c4ef827f54e493a0565afee3ba",
  "0050_people_with_many_forms.sql": "40dbbe9661b251454d27c825401cea3c64c16780e6987d7fc21b787197150692",
  "0051_integrations.sql": "c3363cf46427637330d2da795300b0ba5351286290dcdbd6779a2efadf15c3b6",
  "0052_wealthbox.sql": "ada5bd279fbd63f2e50058d9330503c9368ac12444202345d9af296ea1109ffc",
  "0053_queue_and_counts_of_people.sql": "72f7372652d537eec89355a8822d2734bf78875b1e1b40cca42ca7d9d31db978",
  "0054_erased_ids_of_merged_people.sql": "6fcdc7957afbb9c2cbe77171ee7a04320b772df671ff1ef828fc10520915051d",
  "0055_names_of_replaced_sources.sql": "832153918b32c2d524d3cbe7f367d00b826778572ffe11c85493cd125adedfff",
  "0056_audit_chain.sql": "0961a5454ea4dfd580ea46aff832d9e188f4de4474f87f16960e775a5acaec0a",
  "0057_claims.sql": "6c89212fcb0b741524a05472e47e58b991420a414d1a1fecae29e2db5790449a",
  "0064_content_releases.sql": "589355f67967d31786f654016523da9abac7c0946bcb23329f1a0dc79b825f9f",
  "0060_records_computed_at_commit.sql": "0d841e51a172cce675a66d128a2fbe7a9d7aa13025ab03bb5bbe0408497940f6",
  "0070_backups.sql": "5b5b42131e64a47836c89e6936f326209cf0ba2697e66952989e20cf6ac2b180",
  "0073_alert_conditions.sql": "cc735e43bc6730b46278829f733643c15edd6f509b9a4802eb48890d8ad26ab1",
  "0074_levels_of_releases.sql": "5ef40525c56e038b84e9212456e07fa89548d60c4eb202d63d3c91bba04641eb",
  "0075_built_assets.sql": "9e710c84835dc26087fbfd0a1fe0c24ab742c4201cd1aaefee755acc659b17eb",
  "0082_planned_owner_address.sql": "c0807877e3ce6c943377049ee22645a407ddace16ec9b3625568b12f573ec330",
  "0083_claim_evidence_files.sql": "bb77677cb73ca7ddc6e7b2fee29dd1fba0b43b821d3c159d860066990ba997ed",
  "0084_name_of_evidence.sql": "d95c750fa22c3e9909ebe12c31efe03fe771a2609b528d4174a2ea34ffdf3467",
  "0085_latest_release_of_restores.sql": "7b1bbc9826883737d5c3ab9f14d670f9bfde62e42025f2eefabac66b49a934ee",
  "0079_authors_of_content_changes.sql": "2f812d003f95f6af64501eb8c3317c7869b043d95d991c435a279fe08e95c513",
  "0076_content_pictures.sql": "6a947bdbc1486d6d9d5b93fbce0f30ab5a143937c5d712413349c1afa3c0825f",
  "0065_lead_access_of_examiners.sql": "7566877277a248d5df7ae7d77c994928c194e5a943cc31519143073798420cf2",
  "0066_incidents.sql": "2a119be43ca0bf5efd75d9141d9ab99a6630aff1de689de4153b325a49dc257e",
  "0067_regulatory_records.sql": "c0384451470c12598bd1bf77a4fca1442a2ef24aecfeb57c657e72244d41bd3a",
  "0086_mailbox_confirmed.sql": "9748e9326a841e07ed36c2400e032dbb6dfbe4ad4b668247fe06555970b69921",
  "0087_undo_of_chained_merges.sql": "27c73407ab58cd8e4f7de1b376eacb848f3221b242710677efd73ce99299243f",
  "0088_earlier_decisions.sql": "063040360652314ff77d63dc4d7172c792fec0b913fd9c0a6bdf38935f8c641d",
  "0090_withdrawn_inaccuracy.sql": "e0bcdeb20f9e27ec3a79204535e83b2c585abe719b3b8e3c79eae658f0c355ce",
  "0094_withdrawn_filing_dates.sql": "33b24b583b5f49dea845a9a592ffd654d217763aee5386f58b66e3a0e0ae6ddc",
  "0089_sent_time_of_emails.sql": "8285086ed73df4d3f98eaaa2972541df6a7e783a67ce00f4b673f8182f4c391f",
  "0097_records_locked_before_they_are_computed.sql":
    "38d3378888ec8056dc8ea9659c7b9fcc56178e8b1a22adf14f7cde98f55a79e0",
  "0098_progress_of_rewrites_and_runs_of_jobs.sql":
    "344b5a954113be5cda91cd51fd913f1d46a9f3998d1d82bd5abd25eef0af02a6",
  "0091_emailed_and_shown_people.sql": "9acd6902795fb476594040a772e05ef82998af919f2323683a3e56278eaf0951",
  "0096_queue_with_steps_of_everyone.sql": "4ab5c5bac3a91068c0b4a4c02611d2a2c236fc65b641afad82f21180efad0674",
  "0092_contact_details_of_people.sql": "a9d9c5de4189e75b817cb09931e055d3f691a0933f26d6545d5298ee09008910",
  "0099_order_of_record_locks.sql": "e57686c67d2663696859a691bcff83437d3289856e1c327be62e629db6acd054",
  "0100_entries_without_digest.sql": "4f6d8c488d630f37ef72a22627831381b174180a6a3bcb0d00d552f4bab2ad3f",
  "0093_cancellation.sql": "e0fcd3366efaf1be384fe3595b84aa80d8b00efc7e54c3161c24671616f2a658",
};

test("merged migrations are unchanged, and each migration is listed", () => {
  const found = filesBelow("app/data/migrations", /\.sql$/).map((file) => [
    file.slice(file.lastIndexOf("/") + 1),
    createHash("sha256").update(readSource(file)).digest("hex"),
  ]);
  expect(Object.fromEntries(found)).toEqual(digests);
});

describe("a migration that changes audit events", () => {
  test("stores the reason, so that the verification of the log does not report the change", () => {
    const later = filesBelow("app/data/migrations", /\.sql$/).filter(
      (file) => Number(/\/(\d+)_/.exec(file)?.[1]) > 56,
    );
    expect(later.filter((file) => changesWithoutReason(readSource(file)))).toEqual([]);
  });

  test.each(["update audit_events set subject = null;", "delete from\n  audit_events;"])(
    "planted: %s",
    (text) => {
      expect(changesWithoutReason(text)).toBe(true);
      expect(
        changesWithoutReason(`insert into audit_event_changes (event_id, reason) select 1, 'x'; ${text}`),
      ).toBe(false);
    },
  );

  function changesWithoutReason(text: string): boolean {
    return (
      /\b(?:update|delete\s+from)\s+audit_events\b/i.test(text) &&
      !/\binsert\s+into\s+audit_event_changes\b/i.test(text)
    );
  }
});
