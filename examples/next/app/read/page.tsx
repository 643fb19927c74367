import { Outbox } from './outbox';

export default function Read() {
  return (
    <main>
      <h1>The article</h1>
      <Outbox />
    </main>
  );
}
