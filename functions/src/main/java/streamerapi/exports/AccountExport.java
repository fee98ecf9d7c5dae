package streamerapi.exports;

import org.jspecify.annotations.Nullable;
import streamerapi.media.MediaItem;
import streamerapi.queues.Archive;
import streamerapi.queues.QueueIndex;
import streamerapi.settings.Settings;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.CursorPage;
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
    private static final List<QueueIndex> QUEUES = List.of(Tip.LANE, MediaItem.LANE);

    /// How many digits of a cursor name the partition.
    private static final int DIGITS = 3;

    /// A cursor's text: the partition's place, and a sort key in it.
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
        List<String> partitions = partitions(tenantId);
        Position position = before == null ? new Position(0, BEGINNING) : Position.of(before, partitions.size());
        @Nullable Set<String> archive = null;
        List<ExportedRecord> records = new ArrayList<>();
        int bytes = 0;
        for (int read = 0; position.partition < partitions.size(); ) {
            String partition = partitions.get(position.partition);
            if (archive == null && Partitions.isOfArchive(partition)) {
                archive = Archive.partitions(table, tenantId, QUEUES);
            }
            boolean isEmpty = archive != null && Partitions.isOfArchive(partition) && !archive.contains(partition);
            List<Row> rows = isEmpty
                    ? List.of()
                    : table.query(Query.of(partition, "").after(position.after).limit(AT_ONCE));
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
                position = new Position(position.partition, row.key().sort());
            }
            if (rows.size() < AT_ONCE) {
                position = new Position(position.partition + 1, BEGINNING);
            }
        }
        return new CursorPage<>(records, null);
    }

    /// The partitions that hold records. Each year of the account adds some, at the end, so that cursors stay as they
    /// are.
    private List<String> partitions(String tenantId) {
        List<String> partitions = new ArrayList<>(List.of(
                Keys.account(tenantId),
                Partitions.payments(tenantId),
                Partitions.speech(tenantId),
                Keys.events(tenantId)));
        partitions.addAll(Partitions.deliveries(tenantId));
        Row account = table.get(Keys.profile(tenantId));
        Instant now = clock.instant();
        partitions.addAll(Partitions.ofYears(tenantId, account == null ? now : account.get(Settings.CREATED_AT), now));
        return partitions;
    }

    private static @Nullable ExportedRecord record(Row row) {
        return ExportedKind.of(row)
                .map(kind -> new ExportedRecord(kind.label(), kind.id(row), kind.data(row)))
                .orElse(null);
    }

    /// How far an export came.
    ///
    /// @param partition the place of the partition among the account's
    /// @param after the sort key of the last row that was read
    private record Position(int partition, String after) {

        private static Position of(String cursor, int partitions) {
            try {
                String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
                Matcher form = FORM.matcher(text);
                if (form.matches()) {
                    Position position = new Position(Integer.parseInt(form.group(1)), form.group(2));
                    if (position.partition < partitions && position.cursor().equals(cursor)) {
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
            String number = "0".repeat(DIGITS) + partition;
            byte[] text = (number.substring(number.length() - DIGITS) + after).getBytes(StandardCharsets.UTF_8);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
        }
    }
}
