/** A box with its label and description. */
export function PreferenceChoice({
  name,
  value,
  isOn,
  label,
  description,
}: {
  name: string;
  value: string;
  isOn: boolean;
  label: string;
  description: string;
}) {
  const id = `${name}-${value}`;
  return (
    <div className="choice">
      <input
        type="checkbox"
        id={id}
        name={name}
        value={value}
        defaultChecked={isOn}
        aria-describedby={`${id}-description`}
      />
      <label htmlFor={id}>{label}</label>
      <p className="small soft" id={`${id}-description`}>
        {description}
      </p>
    </div>
  );
}
