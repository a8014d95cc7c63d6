package io.snowkeeper.node.security;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;

/**
 * The names of certificates as a policy has them: a subject such as {@code CN=billing,O=Example}, or one of the alternative names
 * with its kind, such as {@code DNS:billing.example.org} or {@code URI:spiffe://example.org/billing}.
 */
public final class CertificateName {

    private static final Set<String> KINDS = Set.of("DNS", "URI", "EMAIL", "IP");

    /** Texts that Java parses as an address, valid or not, and never looks up as a name. */
    private static final Pattern ADDRESS =
            Pattern.compile("((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}|(?=.*:)[0-9A-Fa-f:][0-9A-Fa-f:.]*");

    private CertificateName() {}

    /**
     * Returns the canonical form of a certificate's subject for comparison; for a subject that no policy can have, a
     * form that no policy has.
     */
    public static String of(X500Principal subject) {
        return SubjectKey.of(subject).orElse("");
    }

    /** Returns an alternative name. */
    public static String of(String kind, String name) {
        return kind + ":"
                + switch (kind) {
                    case "URI" -> name;
                    case "IP" -> address(name).orElse(name);
                    default -> name.toLowerCase(Locale.ROOT);
                };
    }

    /** Returns the one form of an IP address, empty if it is none; names are not looked up. */
    private static Optional<String> address(String text) {
        if (!ADDRESS.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text).getHostAddress());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
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
            String name = text.substring(colon + 1);
            if (kind.equals("IP") && address(name).isEmpty()) {
                throw new IllegalArgumentException("certificate must have an IPv4 or IPv6 address after IP: " + text);
            }
            return of(kind, name);
        }
        try {
            return SubjectKey.of(new X500Principal(text)).orElseThrow(IllegalArgumentException::new);
        } catch (IllegalArgumentException e) {
            throw noName(text, e);
        }
    }

    private static IllegalArgumentException noName(String text, Exception cause) {
        return new IllegalArgumentException(
                "certificate must be a subject such as CN=billing,O=Example, or DNS:, URI:, EMAIL: or IP: and a name: "
                        + (text.isEmpty() ? "it is empty" : text),
                cause);
    }
}
