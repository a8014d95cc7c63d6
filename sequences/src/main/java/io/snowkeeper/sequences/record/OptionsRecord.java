package io.snowkeeper.sequences.record;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.snowkeeper.coordinator.payload.UnknownFields;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.sequence.Retention;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.SequencePreconditionException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A sequence's options as they are stored.
 *
 * <pre>{@code
 * in the state
 * {"minBlock":100,"maxBlock":100000,"term":{"millis":60000,"atExpiry":"HOLD"},"keyRetentionMillis":604800000,"maxKeys":1000000,
 * "maxPending":100000,"format":"RE-{yyyy}{MM}-{n:0000}","formerFormats":["{yyyy}{MM}-{n:0000}"],"ledgerRetentionMillis":315360000000}
 * }</pre>
 *
 * @param term that of the next reservations
 * @param format how numbers are written, null if they have no text
 * @param formerFormats those that numbers had before this one
 * @param ledgerRetentionMillis how long entries of the ledger are kept, null if for ever
 * @param unknown the options of later versions, which stay when others are changed
 */
public record OptionsRecord(
        long minBlock,
        long maxBlock,
        ReservationTerm term,
        long keyRetentionMillis,
        int maxKeys,
        int maxPending,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @JsonSerialize(using = ToStringSerializer.class)
        @JsonDeserialize(using = FormatReader.class)
        @Nullable
        NumberFormat format,

        @JsonSerialize(contentUsing = ToStringSerializer.class) @JsonDeserialize(contentUsing = FormatReader.class)
        List<NumberFormat> formerFormats,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long ledgerRetentionMillis,

        @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

    private static final int MAX_FORMER_FORMATS = 15;

    public OptionsRecord {
        requireNonNull(term, "term is null");
        formerFormats = List.copyOf(formerFormats);
        unknown = UnknownFields.of(unknown);
    }

    /** A reader of a format's pattern. */
    static final class FormatReader extends FromStringDeserializer<NumberFormat> {

        private static final long serialVersionUID = 1L;

        FormatReader() {
            super(NumberFormat.class);
        }

        @Override
        protected NumberFormat _deserialize(String pattern, DeserializationContext context) {
            return NumberFormat.of(pattern);
        }
    }

    /** Returns options as they are stored. */
    public static OptionsRecord of(SequenceOptions options) {
        return new OptionsRecord(
                options.minBlock(),
                options.maxBlock(),
                new ReservationTerm(options.reservationTime().toMillis(), options.atExpiry()),
                options.keyRetention().toMillis(),
                options.maxKeys(),
                options.maxPending(),
                options.format().orElse(null),
                List.of(),
                Retention.isForever(options.ledgerRetention().toMillis())
                        ? null
                        : options.ledgerRetention().toMillis(),
                UnknownFields.NONE);
    }

    /**
     * Returns these options with those of a former record that this version does not know, and with the formats that its numbers had.
     *
     * @param numbered whether numbers were given by the former record
     * @throws SequencePreconditionException if a number could get the text that another one had
     */
    OptionsRecord after(OptionsRecord former, boolean numbered) {
        Set<NumberFormat> formats = new LinkedHashSet<>(former.formerFormats);
        if (numbered && former.format != null) {
            formats.add(former.format);
        }
        if (format != null) {
            formats.remove(format);
            requireToldApart(format, formats);
        }
        return new OptionsRecord(
                minBlock,
                maxBlock,
                term,
                keyRetentionMillis,
                maxKeys,
                maxPending,
                format,
                List.copyOf(formats),
                ledgerRetentionMillis,
                former.unknown);
    }

    private static void requireToldApart(NumberFormat format, Set<NumberFormat> formats) {
        formats.stream()
                .filter(former -> !format.tellsApart(former))
                .findFirst()
                .ifPresent(former -> {
                    throw new SequencePreconditionException(
                            "format %s may write a number as format %s has written another one: put another letter before or after the number, or begin a new sequence"
                                    .formatted(format, former));
                });
        if (formats.size() > MAX_FORMER_FORMATS) {
            throw new SequencePreconditionException(
                    "numbers of this sequence have had %s formats, the most that a sequence may have: begin a new sequence"
                            .formatted(MAX_FORMER_FORMATS + 1));
        }
    }

    /** Returns whether keys are never forgotten. */
    public boolean keepsKeysForever() {
        return Retention.isForever(keyRetentionMillis);
    }

    /** Returns the options of a gapless sequence in its ledger's form, in the same digits in every locale. */
    public static String text(SequenceOptions options) {
        return "reservation_ms=%s at_expiry=%s key_retention_ms=%s max_keys=%s max_pending=%s%s%s"
                .formatted(
                        options.reservationTime().toMillis(),
                        options.atExpiry().text(),
                        Retention.isForever(options.keyRetention().toMillis())
                                ? Retention.format(options.keyRetention())
                                : options.keyRetention().toMillis(),
                        options.maxKeys(),
                        options.maxPending(),
                        options.format().map(format -> " format=" + format).orElse(""),
                        Retention.isForever(options.ledgerRetention().toMillis())
                                ? ""
                                : " ledger_retention_ms="
                                        + options.ledgerRetention().toMillis());
    }

    public SequenceOptions toOptions() {
        return new SequenceOptions(
                minBlock,
                maxBlock,
                Duration.ofMillis(term.millis()),
                Duration.ofMillis(keyRetentionMillis),
                maxKeys,
                maxPending,
                term.atExpiry(),
                Optional.ofNullable(format),
                ledgerRetentionMillis == null ? Retention.FOREVER : Duration.ofMillis(ledgerRetentionMillis));
    }
}
