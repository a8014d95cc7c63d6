package io.snowkeeper.coordinator.store;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.snowkeeper.coordinator.payload.UnknownFields;
import io.snowkeeper.core.text.PrintableText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * JSON as people can read it: times are written in ISO 8601. Missing fields are refused, but those that say by
 * {@link com.fasterxml.jackson.annotation.JsonInclude} when they are left out: they are null. Unknown fields are
 * skipped, or kept by payloads that have {@link UnknownFields}; but a payload that requires features unknown to this
 * version is refused.
 */
public final class PayloadCodec {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            // Only the components of a record are fields.
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addHandler(new RequirementHandler())
            .addModule(new PayloadModule()
                    .addSerializer(Instant.class, new InstantSerializer())
                    .addDeserializer(Instant.class, new InstantDeserializer()))
            .build();

    private static final Pattern MISSING = Pattern.compile("Missing (?:required )?creator property '([^']*)'");

    private PayloadCodec() {}

    /** Writes a payload. */
    public static byte[] encode(Object payload) {
        try {
            return MAPPER.writeValueAsBytes(payload);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads a payload.
     *
     * @throws IOException if it is not JSON, or not of this type; the message states the problem in one line
     */
    public static <T> T decode(byte[] json, Class<T> type) throws IOException {
        T payload = read(json, type);
        if (payload == null) {
            throw new IOException("payload is null");
        }
        return payload;
    }

    private static <T> @Nullable T read(byte[] json, Class<T> type) throws IOException {
        try {
            return MAPPER.readValue(json, type);
        } catch (ValueInstantiationException e) {
            throw new IOException(
                    PrintableText.of(String.valueOf(
                            e.getCause() == null
                                    ? e.getOriginalMessage()
                                    : e.getCause().getMessage())),
                    e);
        } catch (JsonProcessingException e) {
            throw new IOException(PrintableText.of(describe(e, json.length)), e);
        }
    }

    /** Jackson's own words are about programs. */
    private static String describe(JsonProcessingException failure, int length) {
        if (failure instanceof InputCoercionException) {
            return "it has a number that is too large, before byte %s"
                    .formatted(failure.getLocation().getByteOffset());
        }
        if (failure.getCause() instanceof JsonProcessingException within) {
            return describe(within, length);
        }
        if (!(failure instanceof JsonMappingException mapping)) {
            long at = failure.getLocation().getByteOffset();
            return failure instanceof JsonEOFException || at >= length
                    ? "it ends in the middle, after %s bytes".formatted(length)
                    : "it is not JSON at byte %s".formatted(at);
        }
        Matcher missing = MISSING.matcher(mapping.getOriginalMessage());
        if (missing.lookingAt()) {
            return "it has no field " + missing.group(1);
        }
        String field = mapping.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                .collect(Collectors.joining("."));
        if (!(mapping instanceof MismatchedInputException)) {
            return mapping.getOriginalMessage();
        }
        if (mapping instanceof InvalidFormatException unknown
                && unknown.getTargetType() != null
                && unknown.getTargetType().isEnum()) {
            return "its field %s has a value that this version does not know: %s".formatted(field, unknown.getValue());
        }
        return field.isEmpty()
                ? "it is not a JSON object, or has more behind its end"
                : "its field %s has a value of another kind".formatted(field);
    }

    /** Refuses payloads that this version would misunderstand. */
    private static final class RequirementHandler extends DeserializationProblemHandler {

        @Override
        public boolean handleUnknownProperty(
                DeserializationContext context,
                JsonParser parser,
                JsonDeserializer<?> deserializer,
                Object beanOrClass,
                String name)
                throws IOException {
            if (name.equals(UnknownFields.REQUIRES)) {
                throw JsonMappingException.from(context, UnknownFields.describe(context.readTree(parser)));
            }
            return false;
        }
    }

    private static final class PayloadModule extends SimpleModule {

        private static final long serialVersionUID = 1L;

        @Override
        public void setupModule(SetupContext context) {
            super.setupModule(context);
            context.addValueInstantiators(new LenientInstantiators());
        }
    }

    private static final class InstantSerializer extends StdSerializer<Instant> {

        private static final long serialVersionUID = 1L;

        InstantSerializer() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeString(value.toString());
        }
    }

    private static final class InstantDeserializer extends StdDeserializer<Instant> {

        private static final long serialVersionUID = 1L;

        InstantDeserializer() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            String text = parser.getValueAsString("");
            try {
                return Instant.parse(text);
            } catch (DateTimeException e) {
                throw context.weirdStringException(text, Instant.class, "no ISO 8601 time");
            }
        }
    }
}
