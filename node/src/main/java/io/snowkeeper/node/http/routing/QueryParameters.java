package io.snowkeeper.node.http.routing;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The parameters of a query, behind the question mark. Whatever is not understood is refused, so that a typing error is
 * not overlooked.
 */
public record QueryParameters(Map<String, List<String>> values) {

    public QueryParameters {
        values = Map.copyOf(values);
    }

    /**
     * Refuses a call that has other parameters than these.
     *
     * @throws ProblemException if there are others, or one is given more than once
     */
    public void requireOnly(String... names) {
        Set<String> unknown = new TreeSet<>(values.keySet());
        unknown.removeAll(Set.of(names));
        if (!unknown.isEmpty()) {
            throw ProblemException.malformed("unknown parameter: %s; %s"
                    .formatted(
                            Formats.shown(unknown.iterator().next()),
                            names.length == 0 ? "none is known here" : "known are " + String.join(", ", names)));
        }
        values.forEach((name, given) -> {
            if (given.size() > 1) {
                throw ProblemException.malformed("must be given once: %s=%s, %s=%s"
                        .formatted(name, Formats.shown(given.get(0)), name, Formats.shown(given.get(1))));
            }
        });
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).map(given -> given.get(0));
    }

    /**
     * Returns a whole number of a range.
     *
     * @throws ProblemException if it is given and is no whole number of the range
     */
    public int integer(String name, int otherwise, int min, int max) {
        Optional<String> given = text(name);
        if (given.isEmpty()) {
            return otherwise;
        }
        Optional<Long> value = WholeNumber.parse(given.get());
        if (value.isEmpty() || value.get() < min || value.get() > max) {
            throw ProblemException.malformed("%s must be a whole number from %d to %d: %s=%s"
                    .formatted(name, min, max, name, Formats.shown(given.get())));
        }
        return Math.toIntExact(value.get());
    }

    /**
     * Returns one of some texts, the first one if none is given.
     *
     * @throws ProblemException if it is given and none of the choices
     */
    public String choice(String name, String... choices) {
        String value = text(name).orElse(choices[0]);
        if (!List.of(choices).contains(value)) {
            throw ProblemException.malformed(
                    "%s must be %s: %s=%s".formatted(name, String.join(" or ", choices), name, Formats.shown(value)));
        }
        return value;
    }
}
