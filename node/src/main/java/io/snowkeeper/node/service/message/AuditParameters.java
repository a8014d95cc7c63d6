package io.snowkeeper.node.service.message;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.Overlap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The parameters of a change in the audit trail, in their order: the given ones, and of long lists the beginning. */
final class AuditParameters {

    private static final int MAX_RANGES = 100;

    private final Map<String, Object> parameters = new LinkedHashMap<>();

    AuditParameters put(String name, String value) {
        parameters.put(name, value);
        return this;
    }

    AuditParameters put(String name, Optional<String> value) {
        value.ifPresent(given -> parameters.put(name, given));
        return this;
    }

    AuditParameters put(String name, OptionalLong value) {
        value.ifPresent(given -> parameters.put(name, given));
        return this;
    }

    AuditParameters put(String name, List<String> values) {
        if (!values.isEmpty()) {
            parameters.put(name, values);
        }
        return this;
    }

    AuditParameters ranges(List<NumberRange> ranges, Overlap overlap) {
        put(
                "ranges",
                ranges.stream().limit(MAX_RANGES).map(NumberRange::toString).toList());
        if (ranges.size() > MAX_RANGES) {
            parameters.put("ranges_given", ranges.size());
        }
        if (overlap == Overlap.ALLOWED) {
            parameters.put("allow_overlap", true);
        }
        return this;
    }

    Map<String, Object> toMap() {
        return parameters;
    }
}
