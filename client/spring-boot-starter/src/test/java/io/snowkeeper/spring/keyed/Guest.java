package io.snowkeeper.spring.keyed;

import jakarta.persistence.Entity;

/** An entity that inherits its id. */
@Entity
public class Guest extends Numbered<Long> {}
