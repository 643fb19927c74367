/** The numbers of a packet, in the gap: the integers that the body holds, as a strip. */
import { Strip } from './shared/strip.js';

export function PacketNumbers({ values }: { values: readonly number[] }) {
  return (
    <Strip
      bars={[{ values, kind: 'sent' }]}
      scale={Math.max(1, ...values.map(Math.abs))}
      label={`${values.length} randomised numbers: ${values.join(', ')}`}
    />
  );
}
