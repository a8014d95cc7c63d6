package io.snowkeeper.node.security;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/**
 * The key by which subjects of certificates are compared: their parts one by one, so that no text within a part is
 * taken for the beginning of another one. ASCII letters are the same in both cases, and several spaces are one.
 *
 * <p>Java's canonical form alone is no such key: it normalizes the whole name by NFKD last, which makes
 * {@code CN=shop,O=Example} of a common name with a fullwidth comma. It is part of the key since it distinguishes the
 * encodings of parts.
 */
final class SubjectKey {

    private static final Pattern ESCAPED = Pattern.compile("[\\\\,+\n]");
    private static final Pattern SPACES = Pattern.compile(" +");

    private SubjectKey() {}

    /** Returns it; empty if the subject has no parts, or some that cannot be read. */
    static Optional<String> of(X500Principal subject) {
        List<String> parts = new ArrayList<>();
        try {
            for (Rdn part : new LdapName(subject.getName(X500Principal.RFC2253)).getRdns()) {
                parts.add(part(part));
            }
        } catch (NamingException e) {
            return Optional.empty();
        }
        return parts.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(",", parts) + "\n" + subject.getName(X500Principal.CANONICAL));
    }

    private static String part(Rdn part) throws NamingException {
        List<String> values = new ArrayList<>();
        for (Attribute attribute : Collections.list(part.toAttributes().getAll())) {
            for (Object value : Collections.list(attribute.getAll())) {
                // A part without a text begins with another character than all texts.
                String shown = value instanceof byte[] encoded
                        ? "#" + HexFormat.of().formatHex(encoded)
                        : "=" + inOneForm(String.valueOf(value));
                values.add(attribute.getID().toLowerCase(Locale.ROOT) + shown);
            }
        }
        Collections.sort(values);
        return String.join("+", values);
    }

    private static String inOneForm(String value) {
        String spaced = SPACES.matcher(value.strip()).replaceAll(" ");
        return ESCAPED.matcher(inSmallLetters(spaced)).replaceAll("\\\\$0");
    }

    /** Those of ASCII alone: some others, as the Kelvin sign, have a small letter of ASCII. */
    private static String inSmallLetters(String value) {
        StringBuilder small = new StringBuilder(value);
        for (int i = 0; i < small.length(); i++) {
            char letter = small.charAt(i);
            if (letter >= 'A' && letter <= 'Z') {
                small.setCharAt(i, (char) (letter + ('a' - 'A')));
            }
        }
        return small.toString();
    }
}
