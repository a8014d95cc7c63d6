package io.snowkeeper.node.security;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.node.rights.Rights;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A subject of a policy: a name with its credentials and rights.
 *
 * @param name 1 to 128 letters, digits, {@code . _ : @ -}, and not {@value #ADMIN} or {@value #LOCAL}
 * @param tokenDigests the SHA-256 of its tokens, in hexadecimal digits
 * @param certificates the names of its certificates, in the form of {@link CertificateName}
 * @param quota its requests per second; empty if that is not limited
 */
public record PolicySubject(
        String name,
        List<String> tokenDigests,
        List<String> certificates,
        Rights rights,
        Optional<SubjectQuota> quota) {

    /** The name of the subject of clients without credentials. */
    public static final String ANONYMOUS = "anonymous";

    /** The name that the audit trail has for the node's token. */
    public static final String ADMIN = "admin";

    /** The name that the audit trail has for programs of the node's machine, where nothing else counts. */
    public static final String LOCAL = "local";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._:@-]{1,128}");

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    /** @throws IllegalArgumentException if a value is invalid */
    public PolicySubject {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a subject's name must be 1 to 128 letters, digits, '.', '_', ':', '@' and '-'");
        }
        if (name.equals(ADMIN) || name.equals(LOCAL)) {
            throw new IllegalArgumentException(
                    "admin and local are the audit trail's names for the node's token and for programs of its machine: give the subject another name");
        }
        tokenDigests = List.copyOf(tokenDigests);
        certificates = List.copyOf(certificates);
        requireNonNull(rights);
        requireNonNull(quota);
        if (!tokenDigests.stream().allMatch(digest -> DIGEST.matcher(digest).matches())) {
            // Not shown: it may be the token itself.
            throw new IllegalArgumentException(
                    "token_sha256 must be the SHA-256 of a token, 64 hexadecimal digits, as snowkeeper token prints it");
        }
        boolean shown = !tokenDigests.isEmpty() || !certificates.isEmpty();
        if (shown == name.equals(ANONYMOUS)) {
            throw new IllegalArgumentException(
                    shown
                            ? "anonymous is any client without a token or certificate: leave token_sha256 and certificate out"
                            : "must have token_sha256, certificate or both");
        }
    }

    PolicySubject with(Optional<SubjectQuota> other) {
        return new PolicySubject(name, tokenDigests, certificates, rights, other);
    }
}
