package streamerapi.service.counts;

/// AWS's prices, in US dollars, in us-east-1, as its price pages had them on [#DATE], without any free tier.
final class Prices {

    static final String DATE = "2026-11-21";

    /// A million requests of an HTTP API, of up to 512 KB.
    static final double HTTP_REQUESTS = 1.00;
    /// A million messages of a WebSocket API, of up to 32 KB.
    static final double SOCKET_MESSAGES = 1.00;
    /// A million minutes of connection to a WebSocket API.
    static final double SOCKET_MINUTES = 0.25;
    /// A million invocations of a function.
    static final double INVOCATIONS = 0.20;
    /// A second of a function's gigabyte, on arm64.
    static final double GB_SECOND = 0.0000133334;
    /// A million units of writing, on demand.
    static final double WRITE_UNITS = 0.625;
    /// A million units of reading, on demand.
    static final double READ_UNITS = 0.125;
    /// A million requests of a standard queue.
    static final double QUEUE_REQUESTS = 0.40;
    /// A million requests of a standard queue whose messages name a group.
    static final double FAIR_QUEUE_REQUESTS = 0.50;
    /// A million calls of EventBridge Scheduler; 14 million a month are free.
    static final double SCHEDULED_CALLS = 1.00;
    /// A gigabyte of log, taken in.
    static final double LOG_GB = 0.50;
    /// A million characters that Amazon Polly speaks with a standard voice.
    static final double CHARACTERS = 4.00;
    /// A million objects that are put into S3, or listed.
    static final double OBJECTS_PUT = 5.00;
    /// A million objects that are read from S3.
    static final double OBJECTS_READ = 0.40;
    /// A gigabyte that goes out to the internet; 100 a month are free.
    static final double OUT_GB = 0.09;
    /// An alarm's metric, a month.
    static final double ALARM = 0.10;
    /// A gigabyte of a table, a month, and of its point-in-time recovery.
    static final double TABLE_GB = 0.25 + 0.20;

    private Prices() {}
}
