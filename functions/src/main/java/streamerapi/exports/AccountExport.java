package streamerapi.exports;

import org.jspecify.annotations.Nullable;
import streamerapi.media.MediaItem;
import streamerapi.queues.Archive;
import streamerapi.queues.QueueIndex;
import streamerapi.settings.Settings;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.storage.CheckoutKeys;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.tts.Tip;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Everything that an account has, page by page, in the order of the rows' keys.
///
/// A page ends at its limit, at 3 MB of text, which leaves room below the 6 MB that a function can answer, or after
/// 10,000 rows, however few of them are exported. Rows that change while an export is taken are in it as they were
/// when their page was read; one that moves to the archive meanwhile can be in it twice.
public final class AccountExport {

    private static final int MAX_BYTES = 3_000_000;
    private static final int MAX_READ = 10_000;
    private static final int AT_ONCE = 500;
    private static final String BEGINNING = "!";
    private static final List<QueueIndex> QUEUES = List.of(Tip.INDEX, MediaItem.INDEX);

    /// How many digits of a cursor name the source.
    private static final int DIGITS = 3;

    /// A cursor's text: the source's place, and a sort key in it.
    private static final Pattern FORM = Pattern.compile("([0-9]{" + DIGITS + "})(.+)", Pattern.DOTALL);

    private final TableReader table;
    private final InstantSource clock;

    public AccountExport(TableReader table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// A page.
    ///
    /// @param limit how many records it holds at most
    /// @param before the cursor of the page before; null for the first page
    /// @throws Problem `bad_request` for an unknown cursor
    public CursorPage<ExportedRecord> page(String tenantId, int limit, @Nullable String before) {
        List<Source> sources = sources(tenantId);
        Position position = before == null ? new Position(0, BEGINNING) : Position.of(before, sources);
        @Nullable Set<String> archive = null;
        List<ExportedRecord> records = new ArrayList<>();
        int bytes = 0;
        for (int read = 0; position.source < sources.size(); ) {
            Source source = sources.get(position.source);
            String partition = source.partition;
            if (archive == null && Partitions.isOfArchive(partition)) {
                archive = Archive.partitions(table, tenantId, QUEUES);
            }
            boolean isEmpty = archive != null && Partitions.isOfArchive(partition) && !archive.contains(partition);
            List<Row> rows = isEmpty
                    ? List.of()
                    : table.query(source.query(position.after).limit(AT_ONCE));
            for (Row row : rows) {
                if (records.size() == limit || bytes > MAX_BYTES || read == MAX_READ) {
                    return new CursorPage<>(records, position.cursor());
                }
                ExportedRecord record = record(row);
                if (record != null) {
                    records.add(record);
                    bytes += record.line().length;
                }
                read++;
                position = new Position(position.source, row.key().sort());
            }
            if (rows.size() < AT_ONCE) {
                position = new Position(position.source + 1, BEGINNING);
            }
        }
        return new CursorPage<>(records, null);
    }

    /// The rows of a partition.
    ///
    /// @param prefix what the sort keys of records begin with; empty for all rows
    private record Source(String partition, String prefix) {

        private static List<Source> whole(List<String> partitions) {
            return partitions.stream().map(each -> new Source(each, "")).toList();
        }

        private Query query(String after) {
            boolean isFirst = !prefix.isEmpty() && after.equals(BEGINNING);
            return Query.of(partition, prefix).after(isFirst ? null : after);
        }

        private boolean has(String after) {
            return after.equals(BEGINNING) || after.startsWith(prefix);
        }
    }

    /// The places of all records. Each year of the account adds some, at the end, so that cursors stay as they are.
    private List<Source> sources(String tenantId) {
        List<Source> sources = new ArrayList<>(Source.whole(List.of(
                Keys.account(tenantId),
                Partitions.payments(tenantId),
                Partitions.speech(tenantId),
                Keys.events(tenantId))));
        sources.addAll(Source.whole(Partitions.deliveries(tenantId)));
        Partitions.spread(tenantId).forEach(each -> sources.add(new Source(each, CheckoutKeys.CHECKOUT)));
        Row account = table.get(Keys.profile(tenantId));
        Instant now = clock.instant();
        sources.addAll(Source.whole(
                Partitions.ofYears(tenantId, account == null ? now : account.get(Settings.CREATED_AT), now)));
        return sources;
    }

    private @Nullable ExportedRecord record(Row row) {
        return ExportedKind.of(row)
                .map(kind -> new ExportedRecord(kind.label(), kind.id(row), kind.data(described(kind, row))))
                .orElse(null);
    }

    /// The row that says what a record is: of an app that the account registered, that is the app's own.
    private Row described(ExportedKind kind, Row row) {
        Row app = kind == ExportedKind.REGISTERED_APP ? table.get(Keys.app(Keys.appNumber(kind.id(row)))) : null;
        return app == null ? row : app;
    }

    /// How far an export came.
    ///
    /// @param source the place of the source among the account's
    /// @param after the sort key of the last row that was read
    private record Position(int source, String after) {

        private static Position of(String cursor, List<Source> sources) {
            try {
                String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
                Matcher form = FORM.matcher(text);
                if (form.matches()) {
                    Position position = new Position(Integer.parseInt(form.group(1)), form.group(2));
                    if (position.source < sources.size()
                            && sources.get(position.source).has(position.after)
                            && position.cursor().equals(cursor)) {
                        return position;
                    }
                }
            } catch (IllegalArgumentException e) {
                throw unknown();
            }
            throw unknown();
        }

        private static Problem unknown() {
            return Problem.badField("before", "before is not a cursor of this list");
        }

        private String cursor() {
            String number = "0".repeat(DIGITS) + source;
            byte[] text = (number.substring(number.length() - DIGITS) + after).getBytes(StandardCharsets.UTF_8);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
        }
    }
}
