package io.snowkeeper.node.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The requirements for any bytes given as a policy, for a fuzzer to refute: {@code node/fuzz policy}. They are a policy
 * or refused, and a refusal repeats no token, such as one that stands where its hash should.
 */
public final class PolicyFuzzer {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** A shorter text may be in a refusal by chance. */
    private static final int SHORTEST_TOKEN = 16;

    private PolicyFuzzer() {}

    /** Called by the fuzzer with any input. */
    public static void fuzzerTestOneInput(byte[] bytes) {
        String text = new String(bytes, UTF_8);
        try {
            var unused = PolicyFile.parse(text, () -> 0);
        } catch (IllegalArgumentException e) {
            String refusal = e.getMessage();
            if (refusal == null || secrets(text).stream().anyMatch(refusal::contains)) {
                throw new AssertionError("refused by '%s': %s".formatted(refusal, text), e);
            }
        }
    }

    /** Returns the texts in places of tokens or their hashes, and nowhere else. */
    private static List<String> secrets(String text) {
        List<String> secrets = new ArrayList<>();
        try {
            JsonNode policy = JSON.readTree(text);
            for (JsonNode subject : policy.path("subjects")) {
                if (subject instanceof ObjectNode fields) {
                    JsonNode tokens = fields.remove("token_sha256");
                    if (tokens != null) {
                        tokens.forEach(token -> secrets.add(token.asText()));
                        secrets.add(tokens.asText());
                    }
                }
            }
            String rest = policy.toString();
            secrets.removeIf(secret -> secret.length() < SHORTEST_TOKEN || rest.contains(secret));
            return secrets;
        } catch (JsonProcessingException e) {
            return List.of();
        }
    }
}
