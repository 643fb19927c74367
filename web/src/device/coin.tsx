/** The coin as it falls: one side keeps the answer, the other flips it. Which side came up is known before. */
export function Coin({ kept }: { kept: boolean }) {
  return (
    <span class={`coin coin-${kept ? 'keep' : 'flip'}`} aria-hidden="true">
      <span class="coin-side">=</span>
      <span class="coin-side coin-back">≠</span>
    </span>
  );
}
