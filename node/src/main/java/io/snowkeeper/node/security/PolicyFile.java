package io.snowkeeper.node.security;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowkeeper.core.text.GivenText;
import io.snowkeeper.node.rights.Rights;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/** A file with a policy, in JSON. Unknown content is refused, with its place. */
final class PolicyFile {

    private static final int MAX_BYTES = 1024 * 1024;
    private static final int MAX_RATE = 1_000_000;

    private static final String SUBJECTS = "subjects";
    private static final String NAME = "name";
    private static final String TOKEN = "token_sha256";
    private static final String CERTIFICATE = "certificate";
    private static final String RIGHTS = "rights";
    private static final String RATE = "max_rate";

    private static final Set<String> OF_FILE = Set.of(SUBJECTS);
    private static final Set<String> OF_SUBJECT = Set.of(NAME, TOKEN, CERTIFICATE, RIGHTS, RATE);

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private PolicyFile() {}

    /**
     * Returns the text of a file.
     *
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if it is too long
     */
    static String text(Path file) throws IOException {
        return GivenText.text(file, MAX_BYTES, "a policy");
    }

    /** As {@link Policy#watch}. */
    static FileWatch<String, Policy> watch(Path file, LongSupplier stopwatch) {
        return new FileWatch<>(
                "policy",
                file + ": ",
                () -> text(file),
                (text, before) -> {
                    Policy next = parse(text, stopwatch);
                    return before.map(next::continuing).orElse(next);
                },
                policy -> "a new one is in force, from %s, with %s subjects"
                        .formatted(file, policy.subjects().size()));
    }

    /**
     * Parses a policy.
     *
     * @param stopwatch the stopwatch of quotas, as {@link System#nanoTime}
     * @throws IllegalArgumentException if the text is not a policy; the message names the place, and contains no token
     */
    static Policy parse(String text, LongSupplier stopwatch) {
        JsonNode root;
        try {
            root = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("is not JSON: line %s".formatted(place(e.getLocation())));
        }
        requireKeys("the file", root, OF_FILE);
        JsonNode list = root.get(SUBJECTS);
        if (list == null || !list.isArray()) {
            throw new IllegalArgumentException("subjects must be an array of objects");
        }
        List<PolicySubject> subjects = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            subjects.add(subject(SUBJECTS + "[" + i + "]", list.get(i), stopwatch));
        }
        return new Policy(subjects);
    }

    private static String place(JsonLocation location) {
        return location == null ? "1" : location.getLineNr() + ", column " + location.getColumnNr();
    }

    private static PolicySubject subject(String place, JsonNode node, LongSupplier stopwatch) {
        requireKeys(place, node, OF_SUBJECT);
        String name = texts(place, node, NAME).stream().findFirst().orElse("");
        String named = name.isEmpty() ? place : place + " (" + name + ")";
        List<String> digests = texts(named, node, TOKEN).stream()
                .map(digest -> digest.toLowerCase(Locale.ROOT))
                .toList();
        if (!node.path(RIGHTS).isArray()) {
            throw new IllegalArgumentException(named + ".rights must be an array of texts");
        }
        try {
            return new PolicySubject(
                    name,
                    digests,
                    texts(named, node, CERTIFICATE).stream()
                            .map(CertificateName::parse)
                            .toList(),
                    Rights.parse(texts(named, node, RIGHTS)),
                    quota(name, node, stopwatch));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(named + ": " + e.getMessage(), e);
        }
    }

    private static Optional<SubjectQuota> quota(String name, JsonNode node, LongSupplier stopwatch) {
        JsonNode rate = node.get(RATE);
        if (rate == null) {
            return Optional.empty();
        }
        if (!rate.isInt() || rate.intValue() < 1 || rate.intValue() > MAX_RATE) {
            throw new IllegalArgumentException("max_rate must be >= 1 && <= %s: max_rate=%s".formatted(MAX_RATE, rate));
        }
        return Optional.of(new SubjectQuota(name, rate.intValue(), stopwatch));
    }

    /** Returns a text, or the texts of an array; none if the key is not there. */
    private static List<String> texts(String place, JsonNode node, String key) {
        JsonNode value = node.get(key);
        if (value == null) {
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode item : value.isArray() && !key.equals(NAME) ? value : List.of(value)) {
            if (!item.isTextual()) {
                throw new IllegalArgumentException(place + "." + key
                        + (key.equals(NAME) ? " must be a text" : " must be a text, or an array of texts"));
            }
            texts.add(item.textValue());
        }
        return texts;
    }

    private static void requireKeys(String place, JsonNode node, Set<String> known) {
        if (!node.isObject()) {
            throw new IllegalArgumentException(place + " must be an object");
        }
        for (Iterator<String> keys = node.fieldNames(); keys.hasNext(); ) {
            String key = keys.next();
            if (!known.contains(key)) {
                throw new IllegalArgumentException("%s has an unknown key: %s; known are %s"
                        .formatted(place, key, String.join(", ", new TreeSet<>(known))));
            }
        }
    }
}
