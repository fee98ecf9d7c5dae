// Shows the OpenAPI document of the service that this page is of. "Try it out" calls that service, at the same origin.
window.reference = SwaggerUIBundle({
  url: "/v1/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  filter: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  showMutatedRequest: false,
  validatorUrl: null,
  syntaxHighlight: { activated: false },
});
