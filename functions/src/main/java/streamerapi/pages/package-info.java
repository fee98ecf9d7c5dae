/// The HTML pages for people, made from the templates in `src/main/jte`, and the views that fill them in.
///
/// The build turns the templates into Java, so no template is read during a request, and what is filled in is
/// escaped for where it stands. Every page works without its scripts. The pages of OAuth and of the dashboard come
/// through here: their routes fill in a view, and answer with the [Page] of it.
@NullMarked
package streamerapi.pages;

import org.jspecify.annotations.NullMarked;
