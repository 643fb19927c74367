/** One worker of the pool: the package's own, at an address of this site's, as its policy wants it. */
import 'ldp-bandits/simulation/worker';
