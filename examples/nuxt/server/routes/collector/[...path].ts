export default defineEventHandler(async (event) => (await collector()).fetch(toWebRequest(event)));
