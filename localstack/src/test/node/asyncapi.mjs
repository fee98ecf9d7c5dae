// Holds an AsyncAPI document to the specification, with the parser that the specification's project publishes.
import { readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';

const { document, diagnostics } = await new Parser().parse(readFileSync(process.argv[2], 'utf8'));
for (const { severity, message, path } of diagnostics) {
  if (severity < 2) console.log(['error', 'warning'][severity], path.join('.'), message);
}
if (document === undefined) process.exitCode = 1;
