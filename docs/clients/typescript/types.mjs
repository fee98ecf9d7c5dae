// Writes src/api.ts: the types of the REST API and of events, made of a deployment's OpenAPI document.
//
//   npm run types                                                    of this repository's document
//   OPENAPI=https://api.example.com/v1/openapi.json npm run types    of a deployment's, or of a file
//
// The types leave out the dashboard's, OAuth's and connectors' paths, headers, and answers that are errors: `ApiError`
// has those.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const ELSEWHERE = ['dashboard', 'oauth', 'ingest', '.well-known', 'openapi.json'];
const HERE = new URL('../../../functions/src/main/resources/openapi.json', import.meta.url);

const source = process.env.OPENAPI ?? HERE;
const document = JSON.parse(/^https?:/.test(source) ? await fetched(source) : await read(source));
const types = astToString(await openapiTS(part(document), { silent: true }));
await writeFile(new URL('src/api.ts', import.meta.url), `// Made by types.mjs of the OpenAPI document.\n${types}`);

async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.text();
}

async function read(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Error('OPENAPI names no document: set it to the address of a deployment\'s /v1/openapi.json', { cause: error });
  }
}

function part({ openapi, info, paths, components }) {
  const kept = Object.entries(paths).filter(([path]) => !ELSEWHERE.includes(path.split('/')[1]));
  const reduced = Object.fromEntries(kept.map(([path, item]) => [path, reducedItem(item)]));
  return { openapi, info, paths: reduced, components: reachable([reduced, components.schemas.Event], components) };

  function reducedItem(item) {
    return Object.fromEntries(
      Object.entries(item).map(([method, value]) => [method, value.responses ? reducedOperation(value) : value]),
    );
  }

  function reducedOperation({ tags, security, parameters, responses, ...rest }) {
    const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    return {
      ...rest,
      ...(parameters && { parameters: parameters.filter((parameter) => resolved(parameter).in !== 'header') }),
      responses: Object.fromEntries(
        successes.map(([status, answer]) => {
          const { headers, ...plain } = resolved(answer);
          return [status, plain];
        }),
      ),
    };
  }

  function resolved(node) {
    return node.$ref ? resolved(named(node.$ref)) : node;
  }

  function named(reference) {
    return reference
      .slice(2)
      .split('/')
      .map((name) => decodeURIComponent(name).replaceAll('~1', '/'))
      .reduce((found, name) => found[name], document);
  }
}

/** The components that a value refers to, and those that they refer to. */
function reachable(roots, components) {
  const kept = { schemas: { Event: components.schemas.Event } };
  const open = [...roots];
  while (open.length > 0) {
    for (const [, kind, name] of JSON.stringify(open.pop()).matchAll(/#\/components\/([^/"]+)\/([^/"]+)/g)) {
      if (!kept[kind]?.[name]) {
        (kept[kind] ??= {})[name] = components[kind][name];
        open.push(components[kind][name]);
      }
    }
  }
  return kept;
}
