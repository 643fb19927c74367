/** A crowd, one dot a person: a large dot says yes, a small one says no. */
const SIDE = 240;

/** How many stand in a row, so that every crowd fills the same place. */
function columnsOf(people: number): number {
  return Math.ceil(Math.sqrt(people * 1.6));
}

export function CrowdPicture(props: { says: readonly boolean[]; label: string }) {
  const { says, label } = props;
  const columns = columnsOf(says.length);
  const step = SIDE / columns;
  const rows = Math.ceil(says.length / columns);
  const path = (wanted: boolean) =>
    says
      .map((yes, i) => {
        if (yes !== wanted) return '';
        const x = ((i % columns) + 0.5) * step;
        const y = (Math.floor(i / columns) + 0.5) * step;
        return `M${Number(x.toFixed(1))} ${Number(y.toFixed(1))}h0`;
      })
      .join('');
  return (
    <svg
      class="crowd-picture"
      viewBox={`0 0 ${SIDE} ${Number((rows * step).toFixed(1))}`}
      role="img"
      aria-label={label}
    >
      <path class="crowd-yes" stroke-width={Number((step * 0.8).toFixed(2))} d={path(true)} />
      <path class="crowd-no" stroke-width={Number((step * 0.3).toFixed(2))} d={path(false)} />
    </svg>
  );
}
