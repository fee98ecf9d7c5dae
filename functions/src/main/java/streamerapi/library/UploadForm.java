package streamerapi.library;

import streamerapi.shared.schema.Schema;

import java.util.List;

/// The form by which a browser uploads one file, straight into the bucket.
///
/// @param fields its hidden fields; the file is its last one
record UploadForm(String fileId, String url, List<Hidden> fields) {

    private static final String EXAMPLE = "https://library.s3.eu-central-1.amazonaws.com/";

    /// A hidden field of the form.
    record Hidden(String name, String value) {

        static final Schema<Hidden> SCHEMA = Schema.shown("UploadFormField", "A hidden field of the form.", s -> {
            s.text("name", Hidden::name).example("key");
            s.text("value", Hidden::value).secret().example("pending/" + LibraryFile.ID_EXAMPLE);
        });
    }

    static final Schema<UploadForm> SCHEMA = Schema.shown(
            "UploadForm",
            "How to upload the file: a POST of `multipart/form-data` with these fields, in this order, and the file as"
                    + " the last one, named `file`. It can be used for ten minutes, for a file of exactly the declared"
                    + " type and size.",
            s -> {
                s.text("file_id", UploadForm::fileId).component("LibraryFileId").example(LibraryFile.ID_EXAMPLE);
                s.text("url", UploadForm::url).uri().example(EXAMPLE);
                s.list("fields", UploadForm::fields, Hidden.SCHEMA);
            });
}
