/** /limits/ is a text; only the header's switches are alive. */
import { startPage } from '../shared/page.js';

startPage();
