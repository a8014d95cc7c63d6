package io.snowkeeper.coordinator.sequence.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.core.sequence.AtExpiry;
import java.util.Map;

/**
 * The term of a reservation: how long it may stay unconfirmed, and what becomes of it then.
 *
 * <p>Where numbers are returned it is written as the bare time, as versions wrote it that knew nothing else. Where they are held it is
 * written as those cannot read it: they refuse to serve what they would return.
 *
 * @param millis the time
 */
public record ReservationTerm(long millis, AtExpiry atExpiry) {

    private static final String HELD = "hold";

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static ReservationTerm read(JsonNode json) {
        boolean held = json.has(HELD);
        JsonNode millis = held ? json.get(HELD) : json;
        if (!millis.isIntegralNumber()) {
            throw new IllegalArgumentException("neither a time nor one after which reservations are held: " + json);
        }
        return new ReservationTerm(millis.longValue(), held ? AtExpiry.HOLD : AtExpiry.RETURN);
    }

    /** Returns whether no time alone ends a reservation. */
    public boolean holds() {
        return atExpiry == AtExpiry.HOLD;
    }

    @JsonValue
    Object payload() {
        return holds() ? Map.of(HELD, millis) : (Object) millis;
    }
}
