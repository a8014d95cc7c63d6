package io.snowkeeper.node.security;

import java.util.Locale;
import java.util.Set;
import javax.security.auth.x500.X500Principal;

/**
 * The names of certificates as a policy has them: a subject such as {@code CN=billing,O=Example}, or one of the alternative names
 * with its kind, such as {@code DNS:billing.example.org} or {@code URI:spiffe://example.org/billing}.
 */
public final class CertificateName {

    private static final Set<String> KINDS = Set.of("DNS", "URI", "EMAIL", "IP");

    private CertificateName() {}

    /** Returns the one form of a certificate's subject that is compared. */
    public static String of(X500Principal subject) {
        return subject.getName(X500Principal.CANONICAL);
    }

    /** Returns an alternative name. */
    public static String of(String kind, String name) {
        return kind + ":" + (kind.equals("URI") ? name : name.toLowerCase(Locale.ROOT));
    }

    /**
     * Reads a name.
     *
     * @throws IllegalArgumentException if it is none
     */
    static String parse(String text) {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? "" : text.substring(0, colon);
        if (KINDS.contains(kind) && colon + 1 < text.length()) {
            return of(kind, text.substring(colon + 1));
        }
        try {
            return of(new X500Principal(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "certificate must be a subject such as CN=billing,O=Example, or DNS:, URI:, EMAIL: or IP: and a name: "
                            + text,
                    e);
        }
    }
}
