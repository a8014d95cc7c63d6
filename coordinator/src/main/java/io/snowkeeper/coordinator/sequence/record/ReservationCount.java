package io.snowkeeper.coordinator.sequence.record;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import io.snowkeeper.coordinator.sequence.ledger.LedgerHead;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * How many reservations there ever were, and the ledger of what has become of them. With a ledger it is written in another form than a
 * number: a node of a version that writes none cannot read it, and so leaves the sequence alone.
 *
 * @param count rounded up where a new bucket was begun
 * @param ledger the ledger's head, null if the sequence has none
 */
@JsonDeserialize(using = ReservationCount.Reader.class)
record ReservationCount(long count, @Nullable LedgerHead ledger) {

    static final ReservationCount NONE = new ReservationCount(0, null);

    /** The form with a ledger. */
    record WithLedger(long count, LedgerHead ledger) {}

    ReservationCount withCount(long newCount) {
        return new ReservationCount(newCount, ledger);
    }

    ReservationCount withLedger(LedgerHead newLedger) {
        return new ReservationCount(count, newLedger);
    }

    @JsonValue
    Object payload() {
        return ledger == null ? Long.valueOf(count) : new WithLedger(count, ledger);
    }

    static final class Reader extends StdDeserializer<ReservationCount> {

        private static final long serialVersionUID = 1L;

        Reader() {
            super(ReservationCount.class);
        }

        @Override
        public ReservationCount deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                WithLedger read = context.readValue(parser, WithLedger.class);
                return new ReservationCount(read.count(), read.ledger());
            }
            return new ReservationCount(context.readValue(parser, long.class), null);
        }
    }
}
