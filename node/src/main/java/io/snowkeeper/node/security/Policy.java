package io.snowkeeper.node.security;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** A policy: the subjects of a node and their rights. Immutable, but for the state of quotas. */
public final class Policy {

    private final List<PolicySubject> subjects;
    private final Map<String, PolicySubject> byName;
    private final Map<String, PolicySubject> byDigest;
    private final Map<String, PolicySubject> byCertificate;

    /** @throws IllegalArgumentException if two subjects share a name, a token or a certificate */
    Policy(List<PolicySubject> subjects) {
        this.subjects = List.copyOf(subjects);
        byName = index("name", subject -> List.of(subject.name()));
        byDigest = index("token_sha256", PolicySubject::tokenDigests);
        byCertificate = index("certificate", PolicySubject::certificates);
    }

    private Map<String, PolicySubject> index(String what, Function<PolicySubject, List<String>> keys) {
        Map<String, PolicySubject> index = new HashMap<>();
        for (PolicySubject subject : subjects) {
            for (String key : keys.apply(subject)) {
                PolicySubject other = index.put(key, subject);
                if (other != null) {
                    throw new IllegalArgumentException("%s must belong to one subject, once: it belongs to %s and %s"
                            .formatted(what, other.name(), subject.name()));
                }
            }
        }
        return index;
    }

    /**
     * Reads a file, and watches it.
     *
     * @param stopwatch the stopwatch of quotas, as {@link System#nanoTime}
     * @throws IllegalArgumentException if it cannot be read, or is no policy; the message names the file and the place
     */
    public static FileWatch<?, Policy> watch(Path file, LongSupplier stopwatch) {
        return PolicyFile.watch(file, stopwatch);
    }

    /**
     * Returns the subject with a token. The time it takes reveals nothing about tokens: they are looked up by their
     * hashes.
     *
     * @param digest made by {@link AdminToken#digest}
     */
    public Optional<PolicySubject> withToken(String digest) {
        return Optional.ofNullable(byDigest.get(digest));
    }

    /**
     * Returns the subject of a certificate, the first one if several names have one.
     *
     * @param names the certificate's, in the form of {@link CertificateName}
     */
    public Optional<PolicySubject> withCertificate(List<String> names) {
        return names.stream()
                .map(byCertificate::get)
                .filter(subject -> subject != null)
                .findFirst();
    }

    /** Returns whether it knows anybody by a certificate. */
    public boolean knowsCertificates() {
        return !byCertificate.isEmpty();
    }

    /** Returns the subject of clients without credentials; empty if the policy gives them nothing. */
    public Optional<PolicySubject> anonymous() {
        return Optional.ofNullable(byName.get(PolicySubject.ANONYMOUS));
    }

    /** Returns all of them, in their order in the file. */
    public List<PolicySubject> subjects() {
        return subjects;
    }

    /** Returns the same policy, in which subjects with an unchanged rate keep their used quota. */
    Policy continuing(Policy before) {
        List<PolicySubject> continued = new ArrayList<>();
        for (PolicySubject subject : subjects) {
            PolicySubject known = before.byName.get(subject.name());
            continued.add(
                    known != null && rateOf(known).equals(rateOf(subject)) ? subject.with(known.quota()) : subject);
        }
        return new Policy(continued);
    }

    private static Optional<Integer> rateOf(PolicySubject subject) {
        return subject.quota().map(SubjectQuota::rate);
    }
}
