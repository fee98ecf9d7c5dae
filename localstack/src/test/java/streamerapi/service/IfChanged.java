package streamerapi.service;

import org.junit.jupiter.api.extension.ExtendWith;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Runs a class of tests only if it changed, or one of the files that it holds, since all of it passed.
///
/// It is for tests of published tools, which take minutes and would say of the same files what they said before. The
/// digests of what passed are kept in src/test/resources/passed.txt, which a run that passes writes: commit it with the
/// files. `-Dchecks.again=true` runs the tests whatever changed, since a new version of a tool may find more; the
/// workflows of pushes and releases do.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(PassedFiles.class)
public @interface IfChanged {

    /// The files, from the project's root: `template.yaml`.
    String[] value();
}
