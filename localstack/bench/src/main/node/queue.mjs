// The read of GET /v1/tts/queue as a function of Node would do it: the two calls that the Java function makes, side by side,
// and the answer as JSON. It speaks the runtime API itself, so a start has no more in it than the SDK and this file.
import { createHash } from 'node:crypto';
import { DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';

const { TABLE, TENANT, AWS_LAMBDA_RUNTIME_API } = process.env;
const invocations = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation`;
const table = new DynamoDBClient({});

async function queue(event) {
  const key = event.headers.authorization.replace('Bearer ', '');
  const hash = createHash('sha256').update(key).digest('hex');
  const [credential, places] = await Promise.all([
    table.send(new GetItemCommand({
      TableName: TABLE,
      Key: { pk: { S: `CREDENTIAL#${hash}` }, sk: { S: 'CREDENTIAL' } },
    })),
    table.send(new QueryCommand({
      TableName: TABLE,
      IndexName: 'place',
      KeyConditionExpression: 'pk = :account AND begins_with(place, :queue)',
      ExpressionAttributeValues: { ':account': { S: `A#${TENANT}` }, ':queue': { S: 'TQ' } },
      Limit: 50,
    })),
  ]);
  if (!credential.Item) {
    return { statusCode: 401 };
  }
  const items = places.Items.filter((row) => row.name).map((row) => ({
    name: row.name.S,
    amount: Number(row.amount?.N),
    message: row.message?.S ?? null,
  }));
  return { statusCode: 200, body: JSON.stringify({ items }) };
}

for (;;) {
  const next = await fetch(`${invocations}/next`);
  const id = next.headers.get('lambda-runtime-aws-request-id');
  const answer = await queue(await next.json());
  await fetch(`${invocations}/${id}/response`, { method: 'POST', body: JSON.stringify(answer) });
}
