package io.snowkeeper.node.service.message;

import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.SequencePage;
import io.snowkeeper.coordinator.sequence.SequenceSettings;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** The readers of requests about sequences. */
final class SequenceReaders {

    private static final int MAX_NAME = 128;
    private static final int MAX_KEY = 256;
    private static final int MAX_RESERVATION = 80;

    private SequenceReaders() {}

    static SequenceRequest create(RequestFields fields, int maxBatch) {
        return new SequenceRequest.Create(new SequenceDefinition(
                name(fields),
                mode(fields),
                fields.ranges().stream().map(SequenceReaders::range).toList(),
                options(fields).apply(SequenceOptions.DEFAULT)));
    }

    static SequenceRequest list(RequestFields fields, int maxBatch) {
        Optional<String> after = fields.has(RequestKey.AFTER)
                ? Optional.of(fields.text(RequestKey.AFTER, SequenceRequest.ListPage.MAX_AFTER))
                : Optional.empty();
        int limit = fields.has(RequestKey.LIMIT)
                ? fields.integer(RequestKey.LIMIT, 1, SequencePage.MAX_LIMIT)
                : SequencePage.MAX_LIMIT;
        return new SequenceRequest.ListPage(after, limit);
    }

    static SequenceRequest next(RequestFields fields, int maxBatch) {
        int count = fields.has(RequestKey.COUNT)
                ? fields.integer(RequestKey.COUNT, 1, SequenceSettings.DEFAULT_MAX_COUNT)
                : 1;
        Optional<String> key =
                fields.has(RequestKey.KEY) ? Optional.of(fields.text(RequestKey.KEY, MAX_KEY)) : Optional.empty();
        return new SequenceRequest.Next(new NextRequest(name(fields), count, key, Optional.empty()), fields.format());
    }

    static SequenceRequest confirm(RequestFields fields, int maxBatch) {
        return new SequenceRequest.Confirm(name(fields), reservation(fields));
    }

    static SequenceRequest cancel(RequestFields fields, int maxBatch) {
        return new SequenceRequest.Cancel(name(fields), reservation(fields));
    }

    static SequenceRequest describe(RequestFields fields, int maxBatch) {
        return new SequenceRequest.Describe(name(fields));
    }

    static SequenceRequest append(RequestFields fields, int maxBatch) {
        return new SequenceRequest.Append(name(fields), range(fields));
    }

    static SequenceRequest configure(RequestFields fields, int maxBatch) {
        return new SequenceRequest.Configure(name(fields), options(fields));
    }

    static SequenceRequest delete(RequestFields fields, int maxBatch) {
        return new SequenceRequest.Delete(name(fields), nextNumber(fields));
    }

    private static String name(RequestFields fields) {
        return fields.text(RequestKey.SEQUENCE, MAX_NAME);
    }

    private static String reservation(RequestFields fields) {
        return fields.text(RequestKey.RESERVATION, MAX_RESERVATION);
    }

    private static NumberRange range(RequestFields fields) {
        return new NumberRange(fields.number(RequestKey.FROM), fields.number(RequestKey.TO));
    }

    /** Returns the next number as it is told: null, or the word that errors and the command use, if there is none. */
    private static OptionalLong nextNumber(RequestFields fields) {
        return fields.isText(RequestKey.NEXT, SequenceRequest.Delete.NO_NEXT)
                ? OptionalLong.empty()
                : fields.optionalNumber(RequestKey.NEXT);
    }

    private static SequenceMode mode(RequestFields fields) {
        String text = fields.has(RequestKey.MODE) ? fields.text(RequestKey.MODE, MAX_NAME) : "";
        return SequenceMode.of(text)
                .orElseThrow(() -> new RequestRefusedException(
                        ErrorCode.MALFORMED_REQUEST,
                        "mode must be block, ordered or gapless: "
                                + (text.isEmpty() ? "mode is missing" : "mode=" + text)));
    }

    /** Reads the options that are given, and returns what they make of others. */
    private static UnaryOperator<SequenceOptions> options(RequestFields fields) {
        OptionalLong minBlock = fields.optionalNumber(RequestKey.MIN_BLOCK);
        OptionalLong maxBlock = fields.optionalNumber(RequestKey.MAX_BLOCK);
        OptionalLong reservation = fields.optionalNumber(RequestKey.RESERVATION_MS);
        OptionalLong retention = fields.optionalNumber(RequestKey.KEY_RETENTION_MS);
        OptionalLong maxKeys = fields.optionalNumber(RequestKey.MAX_KEYS);
        OptionalLong maxPending = fields.optionalNumber(RequestKey.MAX_PENDING);
        return present -> new SequenceOptions(
                minBlock.orElse(present.minBlock()),
                maxBlock.orElse(present.maxBlock()),
                Duration.ofMillis(reservation.orElse(present.reservationTime().toMillis())),
                Duration.ofMillis(retention.orElse(present.keyRetention().toMillis())),
                entries(maxKeys.orElse(present.maxKeys())),
                entries(maxPending.orElse(present.maxPending())));
    }

    /** Far too many or too few are as many as fit, and are refused as such. */
    private static int entries(long given) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, given));
    }
}
