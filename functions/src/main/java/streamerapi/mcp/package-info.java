/// The Model Context Protocol server, `POST /mcp` (modelcontextprotocol.io; revisions 2026-07-28, 2025-11-25 and
/// 2025-06-18): tools by which an assistant reads and controls a streamer's queue.
///
/// A message is parsed ([RpcMessage]), held to its revision's headers ([Exchange]) and answered ([McpServer]). A tool
/// is an endpoint of the REST API ([Tool], [Toolbox]): [ToolCall] has the endpoint decide, with the caller's own
/// scopes, and the pipeline commits the decision as it does any other. There are no sessions: each request is
/// independent.
@NullMarked
package streamerapi.mcp;

import org.jspecify.annotations.NullMarked;
