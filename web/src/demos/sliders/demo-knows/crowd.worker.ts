/** The crowd of the tuning page, in a Worker of its own. */
import { serveVisits } from '../../../demo-knows/serve-visits.js';
import { visit } from './visit.js';

serveVisits(visit);
