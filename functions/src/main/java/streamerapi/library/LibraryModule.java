package streamerapi.library;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;

import java.util.List;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;
import static streamerapi.shared.problems.ErrorCode.INVALID_FILE;
import static streamerapi.shared.problems.ErrorCode.LIMIT_REACHED;

/// An account's own pictures, clips and sounds, for people alone.
public final class LibraryModule implements Module {

    private static final String FILE = "/library/{fileId}";

    private final Library library;

    public LibraryModule(Services services) {
        this.library = new Library(
                services.table(),
                new LibraryStore(
                        services,
                        services.environment().required("LIBRARY_URL"),
                        services.environment().required("AWS_REGION")),
                services.clock());
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/library", "listLibrary", "List own pictures and sounds")
                        .dashboard(SUPER_ADMIN)
                        .doc("The pictures, clips and sounds that alerts can have beside the starter set, newest"
                                + " first.")
                        .answers(Answer.of(Library.Contents.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(library.all(call.tenantId()))),
                Endpoint.post("/library", "beginUpload", "Begin an upload")
                        .dashboard(SUPER_ADMIN)
                        .doc("Returns a form with which a browser uploads the file straight to the bucket. Then `POST"
                                + " /library/{fileId}/complete` takes the file. A file has 10 MB at most, all together"
                                + " have 200 MB.")
                        .body(Upload.Wanted.SCHEMA)
                        .answers(Answer.created("upload", UploadForm.SCHEMA))
                        .refuses(LIMIT_REACHED)
                        .handles(call -> library.begin(call.tenantId(), call.body())),
                Endpoint.post(FILE + "/complete", "completeUpload", "Take an uploaded file")
                        .dashboard(SUPER_ADMIN)
                        .doc("Checks the upload: its content must have the declared type, and a picture or clip at"
                                + " most 4096 pixels on each side. Any other file is removed and refused with 422"
                                + " `invalid_file`. A repeated call gets the same answer.")
                        .answers(Answer.ok("file", LibraryFile.SCHEMA))
                        .refuses(INVALID_FILE, LIMIT_REACHED)
                        .handles(call -> library.complete(call.tenantId(), call.path("fileId"), call.externalCalls())),
                Endpoint.patch(FILE, "renameLibraryFile", "Rename an own picture or sound")
                        .dashboard(SUPER_ADMIN)
                        .changes(LibraryFile.Naming.SCHEMA)
                        .answers(Answer.ok("file", LibraryFile.SCHEMA))
                        .speculative()
                        .handles(call -> library.change(call.tenantId(), call.path("fileId"), call.body())),
                Endpoint.delete(FILE, "deleteLibraryFile", "Delete an own picture or sound")
                        .dashboard(SUPER_ADMIN)
                        .doc("The file is gone at once. Alerts that use it show their usual picture or play their"
                                + " usual sound instead.")
                        .answers(Answer.success())
                        .handles(call -> library.delete(call.tenantId(), call.path("fileId"), call.externalCalls())));
    }
}
