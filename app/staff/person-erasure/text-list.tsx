/** A heading and a list of sentences. */
export function TextList({ title, texts }: { title: string; texts: readonly string[] }) {
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}
