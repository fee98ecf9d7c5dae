// A session of an assistant with the Model Context Protocol server, through the clients of the protocol's own project.
// node mcp.mjs <2026-07-28|auto|2025-11-25> <url> <key>             uses the tools with a key
// node mcp.mjs <revision> <url> oauth <client id> <redirect> <file>  asks for authorization and prints where to go
// node mcp.mjs <revision> <url> oauth <client id> <redirect> <file> <address that the browser was sent back to>
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import * as current from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [revision, url, key, clientId, redirect, file, back] = process.argv.slice(2);
const before = revision === "2025-11-25";
const info = { name: "assistant", version: "1.0.0" };
const client = before
  ? new Client(info)
  : new current.Client(info, { versionNegotiation: { mode: revision === "auto" ? "auto" : { pin: revision } } });
const Transport = before ? StreamableHTTPClientTransport : current.StreamableHTTPClientTransport;
const transport = () =>
  new Transport(
    new URL(url),
    key === "oauth" ? { authProvider: provider() } : { requestInit: { headers: { Authorization: `Bearer ${key}` } } },
  );

// What the client remembers between the two halves of a sign-in.
function provider() {
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const keep = (name) => (value) => {
    kept[name] = value;
    writeFileSync(file, JSON.stringify(kept));
  };
  return {
    redirectUrl: redirect,
    clientMetadata: { redirect_uris: [redirect], token_endpoint_auth_method: "none", client_name: info.name },
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => kept.tokens,
    saveTokens: keep("tokens"),
    codeVerifier: () => kept.verifier,
    saveCodeVerifier: keep("verifier"),
    discoveryState: () => kept.discovery,
    saveDiscoveryState: keep("discovery"),
    redirectToAuthorization: (address) => console.log(`authorize ${address}`),
  };
}

async function connected() {
  if (back) {
    const first = transport();
    const answer = new URL(back).searchParams;
    await (before ? first.finishAuth(answer.get("code")) : first.finishAuth(answer));
  }
  await client.connect(transport());
}

async function called(name, args = {}) {
  const result = await client.callTool({ name, arguments: args });
  console.log(`${name} ${JSON.stringify(result.structuredContent)}`);
  return result;
}

try {
  await connected();
} catch (refused) {
  if (refused.name === "UnauthorizedError" || refused.constructor.name === "UnauthorizedError") {
    process.exit(0);
  }
  throw refused;
}
const spoken = before ? client._transport.protocolVersion : client.getNegotiatedProtocolVersion();
console.log(`connected to ${client.getServerVersion().name} in ${spoken}`);
const { tools } = await client.listTools();
console.log(`tools ${tools.map((tool) => tool.name).join(" ")}`);
await called("get_tts_queue");
if (tools.some((tool) => tool.name === "skip_tts")) {
  const { structuredContent: preview } = await called("skip_tts");
  await called("skip_tts", { confirm: preview.confirmation });
  await called("get_tts_now");
  const refused = await called("create_test_tip", { amount: -1 });
  console.log(`refused ${refused.isError}`);
}
await client.callTool({ name: "no_such_tool", arguments: {} }).catch((error) => console.log(`error ${error.code}`));
await client.close();
