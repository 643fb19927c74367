/** What came out, in plain words: of a figure, or of a whole paper. */
export function Findings(props: { title: string; sentences: readonly string[] | undefined }) {
  const { title, sentences = [] } = props;
  if (sentences.length === 0) return null;
  return (
    <div class="findings">
      {title && (
        <p>
          <b>{title}</b>
        </p>
      )}
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
