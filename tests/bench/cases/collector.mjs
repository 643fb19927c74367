// The collector over sockets, durably on SQLite, beside bare node:http in the same run. More stores, and latencies:
// `npm run load`.
import { serveCommand } from '../../../scripts/lib/faults/command.mjs';
import { load } from '../../../scripts/lib/load/measure.mjs';
import { SERVERS, startBare, startCollectors } from '../../../scripts/lib/load/servers.mjs';
import { inTurn } from '../measure.mjs';

const kConnections = 256;
const kRepetitions = 5;

export async function measure() {
  const bare = await startBare();
  const { command: serve } = serveCommand();
  const started = (name) =>
    startCollectors(
      SERVERS.find((server) => server.name === name),
      { serve },
    );
  const sqlite = await started('sqlite');
  const memory = await started('memory');
  try {
    const perSecond = async ({ job }) => {
      const { perSecond } = await load({
        ...job,
        connections: kConnections,
        seconds: 2,
        warmUp: 1,
      });
      return perSecond;
    };
    const rates = await inTurn(
      {
        bare: () => perSecond(bare),
        sqlite: () => perSecond(sqlite),
        memory: () => perSecond(memory),
      },
      kRepetitions,
    );
    return [
      {
        name: `Single reports over ${kConnections} sockets, each answered once SQLite has it on the disk, of bare node:http`,
        value: rates.sqlite.median / rates.bare.median,
        unit: 'ratio',
        target: { atLeast: 0.5 },
        comparisons: [
          { label: 'SQLite', value: rates.sqlite.median, unit: 'reports/s' },
          { label: 'bare node:http', value: rates.bare.median, unit: 'requests/s' },
          { label: 'memory store', value: rates.memory.median, unit: 'reports/s' },
        ],
      },
    ];
  } finally {
    for (const server of [memory, sqlite, bare]) await server.stop();
  }
}
