package io.snowkeeper.node.service.message;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.sequence.GivenOptions;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.SequenceOption;
import io.snowkeeper.core.text.TypePrefix;
import io.snowkeeper.sequences.Overlap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a request, as a client sent them. A protocol fills them; each method that reads one refuses the request
 * by a {@link RequestRefusedException} if the value is invalid. Not thread-safe.
 */
public final class RequestFields {

    private static final int FIRST_IDS = 64;
    private static final int MAX_NAME = 128;

    /** The longest is a UUID behind a prefix. */
    private static final Pattern ID = Pattern.compile("[!-~]{1,90}");

    static final int MAX_RESERVATION = 80;
    private static final IdFormat[] FORMATS = IdFormat.values();

    private final Map<RequestKey, FieldValue> values = new EnumMap<>(RequestKey.class);
    private List<String> nodeIds = List.of();
    private final Map<RequestKey, List<FieldValue>> lists = new EnumMap<>(RequestKey.class);
    private @Nullable List<RequestFields> ranges;
    private long @Nullable [] ids;
    private int idCount;
    private @Nullable String idsProblem;
    private Supplier<Optional<String>> subject = Optional::empty;

    /** Sets the requester, as the port knows it; looked up only where it matters. */
    public RequestFields by(Supplier<Optional<String>> asking) {
        subject = asking;
        return this;
    }

    /** Sets a value, in place of the previous one. */
    public RequestFields put(RequestKey key, FieldValue value) {
        if (key == RequestKey.IDS) {
            ids = null;
        }
        lists.remove(key);
        values.put(key, value);
        return this;
    }

    /** Sets a list of {@link RequestKey#FROM} or {@link RequestKey#TO}, in place of the previous one. */
    public RequestFields put(RequestKey key, List<FieldValue> list) {
        values.put(key, FieldValue.LIST);
        lists.put(key, list);
        return this;
    }

    /** Sets a value if there is none: a protocol's default. */
    public RequestFields otherwise(RequestKey key, String word) {
        values.putIfAbsent(key, FieldValue.word(word));
        return this;
    }

    /** Begins the array of {@link RequestKey#IDS}, in place of the previous one. */
    public void beginIds() {
        ids = new long[FIRST_IDS];
        idCount = 0;
        idsProblem = null;
    }

    /** Adds to the array that was begun. */
    public void addId(FieldValue value) {
        if (ids == null) {
            throw new IllegalStateException("ids are not begun");
        }
        OptionalLong id = value.asId();
        if (id.isEmpty() && idsProblem == null) {
            idsProblem = "ids[%s]=%s".formatted(idCount, value);
        }
        if (idCount == ids.length) {
            ids = Arrays.copyOf(ids, 2 * idCount);
        }
        ids[idCount++] = id.orElse(0);
    }

    /** Sets the texts in the array of {@link RequestKey#NODE_IDS}. */
    public void nodeIds(List<String> names) {
        nodeIds = names;
    }

    /** Sets the array of {@link RequestKey#RANGES}. */
    public void ranges(List<RequestFields> each) {
        ranges = each;
    }

    /** Returns the value as it was sent, null if there is none. */
    @Nullable
    public FieldValue value(RequestKey key) {
        return values.get(key);
    }

    /** Returns whether there is a value for the key other than null. */
    public boolean has(RequestKey key) {
        FieldValue value = values.get(key);
        return value != null && !value.isNull();
    }

    /** Refuses keys that have a value here: their options cannot be changed. */
    void requireNone(String rule, RequestKey... keys) {
        if (Stream.of(keys).anyMatch(this::has)) {
            throw malformed(rule + ": "
                    + Stream.of(keys).filter(this::has).map(this::shown).collect(Collectors.joining(", ")));
        }
    }

    /** Returns whether the value is the given text. */
    public boolean isText(RequestKey key, String text) {
        FieldValue value = values.get(key);
        return value != null && value.isText() && value.text().equals(text);
    }

    /** Returns a string that is not empty. */
    public String text(RequestKey key, int maxLength) {
        FieldValue value = values.get(key);
        if (value == null
                || !value.isText()
                || value.text().isEmpty()
                || value.text().length() > maxLength) {
            throw malformed(
                    "%s must be a string of 1 to %s characters: %s".formatted(key.text(), maxLength, shown(key)));
        }
        return value.text();
    }

    /** Returns a whole number of a range. */
    public int integer(RequestKey key, int min, int max) {
        FieldValue value = values.get(key);
        OptionalLong number = value == null ? OptionalLong.empty() : value.asInteger();
        if (number.isEmpty() || number.getAsLong() < min || number.getAsLong() > max) {
            throw malformed("%s must be an integer from %s to %s: %s".formatted(key.text(), min, max, shown(key)));
        }
        return (int) number.getAsLong();
    }

    /** Returns how much a page has, as much as it may have if it is not said. */
    int limit() {
        return has(RequestKey.LIMIT) ? integer(RequestKey.LIMIT, 1, Page.MAX_LIMIT) : Page.MAX_LIMIT;
    }

    /** Returns an id as it was given: a number of at least 0, or a text, which may be of any form that ids are handed out in. */
    String id() {
        FieldValue value = values.get(RequestKey.ID);
        Optional<String> id = value != null && value.isText()
                ? Optional.of(value.text()).filter(text -> ID.matcher(text).matches())
                : unsigned(RequestKey.ID).map(String::valueOf);
        return id.orElseThrow(() -> malformed(Request.Decompose.RULE + shown(RequestKey.ID)));
    }

    /** Returns the prefix of ids, empty if none is given. */
    Optional<String> prefix() {
        try {
            return optionalText(RequestKey.PREFIX, TypePrefix.MAX_LENGTH)
                    .map(TypePrefix::new)
                    .map(TypePrefix::name);
        } catch (IllegalArgumentException e) {
            throw malformed(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the id that ids have to be larger than, empty if there is none. */
    OptionalLong after() {
        if (!has(RequestKey.AFTER)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(unsigned(RequestKey.AFTER)
                .orElseThrow(
                        () -> malformed("after must be an integer from 0 to %s, as a number or a decimal string: %s"
                                .formatted(Long.MAX_VALUE, shown(RequestKey.AFTER)))));
    }

    private Optional<Long> unsigned(RequestKey key) {
        OptionalLong number = idOf(key);
        return number.isPresent() && number.getAsLong() >= 0 ? Optional.of(number.getAsLong()) : Optional.empty();
    }

    /** Returns any integer of 64 bits, so that the caller can report its range. */
    public long number(RequestKey key) {
        return idOf(key)
                .orElseThrow(() -> malformed("%s must be an integer of 64 bits, as a number or a decimal string: %s"
                        .formatted(key.text(), shown(key))));
    }

    /** Returns a number as {@link #number} does, empty if there is none. */
    OptionalLong optionalNumber(RequestKey key) {
        return has(key) ? OptionalLong.of(number(key)) : OptionalLong.empty();
    }

    /** Returns a text as {@link #text} does, empty if there is none. */
    Optional<String> optionalText(RequestKey key, int maxLength) {
        return has(key) ? Optional.of(text(key, maxLength)) : Optional.empty();
    }

    /** Returns whether ranges may overlap those of other sequences: only where that is said. */
    Overlap overlap() {
        return flag(RequestKey.ALLOW_OVERLAP) ? Overlap.ALLOWED : Overlap.REFUSED;
    }

    /** Returns whether a value is true, as a word or as protocols with types have it; false if there is none. */
    private boolean flag(RequestKey key) {
        FieldValue value = values.get(key);
        if (value == null || value.isNull() || value.text().equals("false")) {
            return false;
        }
        if (!value.text().equals("true")) {
            throw malformed("%s must be true or false: %s".formatted(key.text(), shown(key)));
        }
        return true;
    }

    /**
     * Returns the options of a sequence that are given, but for those that are given when it is created, and stay. Whether they are within
     * their ranges is checked where a sequence gets them.
     */
    GivenOptions options() {
        GivenOptions given = GivenOptions.NONE;
        for (SequenceOption option : SequenceOption.values()) {
            RequestKey key = RequestKey.of(option);
            FieldValue value = values.get(key);
            if (value != null && !value.isNull()) {
                Optional<Object> read = value.isText() || (option.isNumber() && value.type() == FieldValue.Type.INTEGER)
                        ? option.parse(value.text())
                        : Optional.empty();
                given = given.with(
                        option,
                        read.orElseThrow(() -> malformed(key.text() + " " + option.rule() + ": " + shown(key))));
            }
        }
        return given;
    }

    private OptionalLong idOf(RequestKey key) {
        FieldValue value = values.get(key);
        return value == null ? OptionalLong.empty() : value.asId();
    }

    /** Returns the texts in the array of {@link RequestKey#NODE_IDS}; other values are no names of nodes. */
    List<String> nodeIds() {
        return nodeIds;
    }

    /** Returns the ranges: those of a list, where a protocol has one; else one, or as many as the first and last numbers are lists of. */
    List<NumberRange> ranges() {
        if (ranges != null) {
            return ranges.stream().map(RequestFields::range).toList();
        }
        if (lists.isEmpty()) {
            return List.of(range());
        }
        List<FieldValue> from = lists.getOrDefault(RequestKey.FROM, List.of());
        List<FieldValue> to = lists.getOrDefault(RequestKey.TO, List.of());
        if (lists.size() < 2 || from.size() != to.size()) {
            throw malformed("from and to must be two numbers, or two lists of as many: %s, %s"
                    .formatted(listed(RequestKey.FROM), listed(RequestKey.TO)));
        }
        List<NumberRange> zipped = new ArrayList<>();
        for (int i = 0; i < from.size(); i++) {
            zipped.add(new RequestFields()
                    .put(RequestKey.FROM, from.get(i))
                    .put(RequestKey.TO, to.get(i))
                    .range());
        }
        return zipped;
    }

    private String listed(RequestKey key) {
        List<FieldValue> list = lists.get(key);
        return list == null ? shown(key) : "%s has %s".formatted(key.text(), list.size());
    }

    /** Returns the array of {@link RequestKey#IDS}. */
    long[] ids() {
        if (ids == null || idsProblem != null) {
            throw malformed("ids must be an array of 64-bit integers, as numbers or decimal strings: "
                    + (ids == null ? shown(RequestKey.IDS) : idsProblem));
        }
        return Arrays.copyOf(ids, idCount);
    }

    /**
     * Returns the constant whose name is given in small letters, the first one if none is.
     *
     * @param constants at least two
     */
    <E extends Enum<E>> E choice(RequestKey key, E[] constants) {
        if (values.get(key) == null) {
            return constants[0];
        }
        for (E constant : constants) {
            if (isText(key, nameOf(constant))) {
                return constant;
            }
        }
        throw malformed("%s must be %s: %s".formatted(key.text(), namesOf(constants), shown(key)));
    }

    /** Returns how ids are to be written. */
    public IdFormat format() {
        return choice(RequestKey.FORMAT, FORMATS);
    }

    /** Returns the requester, empty if unknown. */
    Optional<String> subject() {
        return subject.get();
    }

    /** Returns the name of a sequence. */
    String sequence() {
        return text(RequestKey.SEQUENCE, MAX_NAME);
    }

    private NumberRange range() {
        return new NumberRange(number(RequestKey.FROM), number(RequestKey.TO));
    }

    private static String namesOf(Enum<?>[] constants) {
        String all = Arrays.stream(constants)
                .map(constant -> '"' + nameOf(constant) + '"')
                .collect(Collectors.joining(", "));
        int last = all.lastIndexOf(", ");
        return all.substring(0, last) + " or " + all.substring(last + 2);
    }

    private static String nameOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Returns key and value for an error's text. */
    public String shown(RequestKey key) {
        FieldValue value = values.get(key);
        return key.text() + (value == null ? " is missing" : "=" + value);
    }

    private static RequestRefusedException malformed(String text) {
        return new RequestRefusedException(ErrorCode.MALFORMED_REQUEST, text);
    }
}
