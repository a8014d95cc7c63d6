package io.snowkeeper.node.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.regex.Pattern;

/**
 * What must hold of any bytes that are given as a policy, for a fuzzer to refute: {@code node/fuzz policy}. They are a policy or refused,
 * and a refusal has no token's hash in it.
 */
public final class PolicyFuzzer {

    private static final Pattern DIGEST = Pattern.compile("[0-9a-fA-F]{64}");

    private PolicyFuzzer() {}

    /** Called by the fuzzer with whatever it thinks of. */
    public static void fuzzerTestOneInput(byte[] bytes) {
        String text = new String(bytes, UTF_8);
        try {
            var unused = PolicyFile.parse(text, () -> 0);
        } catch (IllegalArgumentException e) {
            String refusal = String.valueOf(e.getMessage());
            if (e.getMessage() == null || DIGEST.matcher(refusal).find()) {
                throw new AssertionError("refused by '%s': %s".formatted(refusal, text), e);
            }
        }
    }
}
