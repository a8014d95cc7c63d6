package io.snowkeeper.spring.id;

import java.util.function.Supplier;

/** The sources of properties' ids. */
interface IdSources {

    /**
     * Returns what supplies the application's one of a type.
     *
     * @param property what it is for, for people
     */
    <T> Supplier<T> of(Class<T> type, String property);
}
