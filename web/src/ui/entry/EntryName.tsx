import styles from './entry.module.css';

interface Props {
  logo: string;
  title: string;
  /** What the product is, where the title does not say whose installation this is. */
  tagline: string | undefined;
  /** Where logo and title lead. */
  address: string | undefined;
}

export function EntryName({ logo, title, tagline, address }: Props) {
  const name = (
    <>
      <img src={logo} alt="" width={48} height={48} />
      <h1>{title}</h1>
    </>
  );
  return (
    <div className={styles.brand}>
      {address ? (
        <a href={address} target="_blank" rel="noreferrer">
          {name}
        </a>
      ) : (
        name
      )}
      {tagline && <p>{tagline}</p>}
    </div>
  );
}
