/** Scene 4, in words: what the server may see of a visitor, and what must not leave the device. */
import { Scroll } from '../shared/scroll.js';

export function WhoMaySee() {
  return (
    <Scroll label="Who may see what">
      <table class="who">
        <caption>
          <span>What the server may see, and what must not leave the device</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">about a visitor</th>
            <th scope="col">
              served alike, or by a public level: the posters, and the figure below
            </th>
            <th scope="col">served by private features: the page Personal</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">the answer</th>
            <td>leaves through the coin</td>
            <td>leaves inside one noisy bundle</td>
          </tr>
          <tr>
            <th scope="row">the features</th>
            <td>there are none</td>
            <td>
              <b>do not leave</b>, except inside that bundle
            </td>
          </tr>
          <tr>
            <th scope="row">the poster that was shown</th>
            <td>
              leaves in the clear: it says nothing that the level does not; of a slate, the one card
              that is reported
            </td>
            <td>
              <b>does not leave</b>, nor may the page fetch it on demand
            </td>
          </tr>
          <tr>
            <th scope="row">the privacy level</th>
            <td>leaves in the clear: choose it for reasons that are no secret</td>
            <td>there is one for all: no menu</td>
          </tr>
          <tr>
            <th scope="row">who decides</th>
            <td>the device, from a snapshot that is the same for everybody</td>
            <td>the device, from a snapshot that is the same for everybody</td>
          </tr>
        </tbody>
      </table>
    </Scroll>
  );
}
