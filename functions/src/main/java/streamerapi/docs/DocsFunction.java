package streamerapi.docs;

import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/docs`.
public final class DocsFunction extends HttpFunction {

    public DocsFunction() {
        this(Environment.ofProcess());
    }

    public DocsFunction(Environment environment) {
        super(environment, services -> new DocsApi().api());
    }
}
