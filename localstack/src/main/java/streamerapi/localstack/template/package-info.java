/// template.yaml as the local stack understands it: read, checked against what is supported, every intrinsic resolved.
///
/// A file goes in, [streamerapi.localstack.template.Template] comes out, or a
/// [streamerapi.localstack.template.TemplateException] that names the place. Nothing in a template is skipped in
/// silence.
@NullMarked
package streamerapi.localstack.template;

import org.jspecify.annotations.NullMarked;
