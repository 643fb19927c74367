// What a number of visitors needs, by arithmetic from measured unit costs. docs/scale.md states every formula.

/** What the arithmetic takes for granted; each is a line of docs/scale.md. */
export const ASSUMED = {
  reportsAVisitor: 1,
  snapshotsAVisitor: 1,
  /** Of a server's measured limit: the rest is for peaks. */
  useOfLimit: 0.5,
  /** Places of a CDN that each ask the collector once a second. */
  places: 50,
  /** The defaults of `timing` and `retention`. */
  closesAfterMs: 702_000,
  retention: 64,
};

/** Below this share of what it takes one by one, a collector finds no second report when it commits one. */
const LITTLE = 0.1;

/** The pause between snapshots that keeps at most `retention` epochs open, in seconds. */
export function pauseS({ closesAfterMs, retention } = ASSUMED) {
  return Math.ceil(closesAfterMs / (retention - 2)) / 1000;
}

/** Reports a second. */
export function reportsASecond(visitorsAMinute, assumed = ASSUMED) {
  return (visitorsAMinute * assumed.reportsAVisitor) / 60;
}

/**
 * Ids that a database holds at once, at most. An id stays from its report, anywhere in an epoch of one pause, until the
 * epoch closes: at the first publication after `closesAfterMs` from its end, so up to a pause later.
 */
export function idsHeld(perSecond, assumed = ASSUMED) {
  return perSecond * (assumed.closesAfterMs / 1000 + 2 * pauseS(assumed));
}

/**
 * One column of the table.
 *
 * @param costs As `costsOf` gives them.
 */
export function need(visitorsAMinute, store, costs, assumed = ASSUMED) {
  const perSecond = reportsASecond(visitorsAMinute, assumed);
  const server = costs.servers[store];
  const limitOfOne = server.limit / server.collectors;
  const collectors = Math.ceil(perSecond / (assumed.useOfLimit * limitOfOne));
  const use = perSecond / (collectors * limitOfOne);
  // A collector with little to do commits each report by itself.
  const isLone = perSecond / collectors < LITTLE * server.loneLimit;
  const { cpu, databaseCpu } = isLone ? server.lone : server.half;
  const written = costs[isLone ? 'writtenALone' : 'writtenInGroup'][store];
  const ids = idsHeld(perSecond, assumed);
  const requests = (visitorsAMinute * assumed.snapshotsAVisitor) / 60;
  const { request, answer, snapshotBytes, snapshotCpu, knownBytes, knownCpu } = costs;
  const revalidations = Math.min(requests, assumed.places);
  return {
    perSecond,
    collectors,
    use,
    databases: Math.ceil(perSecond / (assumed.useOfLimit * server.limit)),
    collectorCores: (perSecond * cpu) / 1e6,
    databaseCores: (perSecond * databaseCpu) / 1e6,
    ids,
    idBytes: ids * costs.bytesAnId[store],
    idMemory: ids * costs.memoryAnId[store],
    idsAnEpoch: perSecond * pauseS(assumed),
    writtenASecond: perSecond * written,
    in: perSecond * request,
    out: perSecond * answer,
    snapshotsWithoutCache: {
      requests,
      bytes: requests * snapshotBytes,
      cores: (requests * snapshotCpu) / 1e6,
    },
    snapshotsBehindCache: {
      requests: revalidations,
      bytes: revalidations * knownBytes + (revalidations / pauseS(assumed)) * snapshotBytes,
      cores: (revalidations * knownCpu) / 1e6,
    },
  };
}

/** The measured figures of docs/scale.json in the shape that `need` takes. */
export function costsOf({ capacity, snapshot, storage, sizes }) {
  const servers = Object.fromEntries(
    Object.entries(capacity).map(([name, { collectors, closed, open }]) => {
      const limit = Math.max(...closed.map(({ perSecond }) => perSecond));
      const lone = closed.find(({ connections }) => connections === 1);
      const loneLimit = lone.perSecond / collectors;
      return [name, { collectors, limit, loneLimit, lone: useOf(lone), half: useOf(open[0]) }];
    }),
  );
  const one = sizes['weighted-ldp-ucb, 20 arms'];
  const [first] = Object.values(capacity)[0].closed;
  return {
    servers,
    bytesAnId: byStore(storage, 'bytesAnId'),
    memoryAnId: byStore(storage, 'memoryAnId'),
    writtenALone: byStore(storage, 'writtenALone'),
    writtenInGroup: byStore(storage, 'writtenInGroup'),
    request: first.bytesARequest,
    answer: first.bytesAnAnswer,
    snapshotBytes: snapshot.whole.bytesAnAnswer - snapshot.body + one.bytes,
    snapshotCpu: snapshot.whole.use.server.cpu,
    knownBytes: snapshot.known.bytesAnAnswer,
    knownCpu: snapshot.known.use.server.cpu,
  };
}

/** Of all collectors and the database, for a report. */
function useOf({ use: { server, database = { cpu: 0 } } }) {
  return { cpu: server.cpu, databaseCpu: database.cpu };
}

function byStore({ sqlite, postgres }, name) {
  const [one, other] = [sqlite, postgres].map((sizes) => Math.max(0, sizes[name]));
  return { sqlite: one, postgres: other, 'postgres-2': other };
}
