/// What people see: pages of HTML, made from the templates in `src/main/jte`, and what they are made of.
///
/// The build turns the templates into Java, so no template is read during a request, and what is filled in is
/// escaped for where it stands. Every page works without its scripts. The pages of OAuth and of the dashboard come
/// through here: their routes fill in a view, and answer with the [Page] of it.
@NullMarked
package streamerapi.pages;

import org.jspecify.annotations.NullMarked;
